# `make sim` plays, `make test` proves; both make their own environment in .venv first.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	command -v $$p && break; done 2>/dev/null)
VENV ?= .venv
BIN := $(VENV)/bin
PIP = @$(BIN)/python -m pip --disable-pip-version-check install --quiet
ARGS ?=
# No chip, no browser, no board: those take minutes.
QUICK = tests/test_architecture.py tests/portable tests/ui tests/screens tests/host_tools tests/log
# A file goes to one worker, which sets up its chip once: tests/conftest.py has the scheduler.
PYTEST_ARGS ?= -n 2 --dist loadscope --no-loadscope-reorder

export CORRIDO_WASM ?= $(abspath $(VENV))/wasm
export CORRIDO_MPLIB ?= $(abspath $(VENV))/mplib
export CORRIDO_STUBS ?= $(abspath $(VENV))/stubs

.PHONY: sim test quick lint lexicon clean

sim: $(VENV)/.sim
	@$(BIN)/corrido sim $(ARGS)

test: $(VENV)/.test $(VENV)/.stubs $(VENV)/.wasm $(VENV)/.mplib
	@PATH="$(abspath $(BIN)):$$PATH" python -m pytest $(PYTEST_ARGS) $(ARGS)

# Style, then types: the whole tree, and each chip's files against its port's stubs.
lint: $(VENV)/.test $(VENV)/.stubs
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/pyright --pythonpath $(BIN)/python -p .ci/pyright-rp2.json
	@$(BIN)/pyright --pythonpath $(BIN)/python -p .ci/pyright-esp32.json

# What a change should pass before it is committed: under three minutes.
quick: $(VENV)/.test
	@$(BIN)/ruff check .
	@PATH="$(abspath $(BIN)):$$PATH" python -m pytest -q -n 2 $(QUICK)
	@$(BIN)/corrido scenario tests/scenarios/*.scn

# Rebuilds the shipped Spanish list, bit for bit; firmware/lexicons/README.md names its source.
lexicon: $(VENV)/.test
	@$(BIN)/corrido lexicon rebuild es $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis

$(VENV)/.env: .ci/make-venv
	@PYTHON="$(or $(PYTHON),python3)" sh .ci/make-venv $(VENV)
	@touch $@

$(VENV)/.sim: $(VENV)/.env requirements/sim.txt pyproject.toml
	$(PIP) -r requirements/sim.txt -e .
	@touch $@

$(VENV)/.test: $(VENV)/.env $(wildcard requirements/*.txt) pyproject.toml
	$(PIP) -r requirements/test.txt -e .
	@touch $@

# Without these packages the tests that need them skip and say so.
$(VENV)/.wasm: $(VENV)/.test host_tools/npm.py
	-@$(BIN)/python -m host_tools.npm && touch $@

# micropython-lib's packages are not wheels, so they are fetched and unpacked.
$(VENV)/.mplib: $(VENV)/.test requirements/micropython-lib.txt
	-@$(BIN)/unearth -r requirements/micropython-lib.txt --download $(CORRIDO_MPLIB) >/dev/null && \
		for file in $(CORRIDO_MPLIB)/*.tar.gz; do \
			tar -xzf $$file -C $(CORRIDO_MPLIB) --strip-components 1; done && touch $@

$(VENV)/.stubs: $(VENV)/.env $(wildcard requirements/stubs-*.txt)
	$(PIP) --target $(VENV)/stubs/rp2 -r requirements/stubs-rp2.txt
	$(PIP) --target $(VENV)/stubs/esp32 -r requirements/stubs-esp32.txt
	@touch $@
