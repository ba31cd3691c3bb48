# `make sim` plays, `make test` proves; both make their own environment in .venv first.

PYTHON ?= $(firstword $(shell for p in python3.11 python3.12 python3.13 python3; do \
	command -v $$p && break; done 2>/dev/null) python3)
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=
PYTEST_ARGS ?= -n 2 --dist worksteal

.PHONY: sim test lint lexicon clean

sim: $(VENV)/.sim
	@$(BIN)/corrido sim $(ARGS)

test: $(VENV)/.test
	@$(BIN)/python -m pytest $(PYTEST_ARGS) $(ARGS)

lint: $(VENV)/.test
	@$(BIN)/ruff check .

# Rebuilds the shipped Spanish list, bit for bit; firmware/lexicons/README.md says from what.
lexicon: $(VENV)/.test
	@$(BIN)/python -m host_tools.lexicon.rebuild $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis

$(VENV)/.env:
	@PYTHON="$(PYTHON)" sh .ci/make-venv $(VENV)
	@touch $@

$(VENV)/.sim: $(VENV)/.env requirements/sim.txt pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/sim.txt -e .
	@touch $@

$(VENV)/.test: $(VENV)/.env requirements/sim.txt requirements/test.txt pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt -e .
	@touch $@
