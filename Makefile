# `make sim` plays, `make test` proves; both make their own environment in .venv first.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	command -v $$p && break; done 2>/dev/null)
VENV ?= .venv
BIN := $(VENV)/bin
PIP = @$(BIN)/python -m pip --disable-pip-version-check install --quiet
LOCKED = requirements/locked
ARGS ?=
QUICK = tests/test_architecture.py tests/portable tests/core tests/ui
# Each process begins with a half of the tests and, when it is done, takes some of the other's.
PYTEST = @PATH="$(abspath $(BIN)):$$PATH" python -m pytest -n 2 --dist worksteal

export CORRIDO_WASM ?= $(abspath $(VENV))/wasm
export CORRIDO_STUBS ?= $(abspath $(VENV))/stubs

.PHONY: sim quick test test-all lint profile lexicon lock clean

sim: $(VENV)/.sim
	@$(BIN)/corrido sim $(ARGS)

# Before a commit.
quick: $(VENV)/.test
	@$(BIN)/ruff check .
	$(PYTEST) -q -m "not long" $(QUICK)
	@$(BIN)/corrido scenario tests/scenarios/*.scn

# Every part of the device, without a browser, a broker or an image of a chip.
test: $(VENV)/.test
	$(PYTEST) -m "not long" $(ARGS)

# Everything that `make test` leaves out. Three processes: a browser or a broker is waited for.
test-all: $(VENV)/.all $(VENV)/.wasm $(VENV)/.stubs
	$(PYTEST) -n 3 --dist loadgroup --no-loadscope-reorder -m long $(ARGS)

# Style, then types: the whole tree, each chip's files against its port's stubs, the pages' scripts.
lint: $(VENV)/.all $(VENV)/.stubs
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/pyright --pythonpath $(BIN)/python -p .ci/pyright-rp2.json
	@$(BIN)/pyright --pythonpath $(BIN)/python -p .ci/pyright-esp32.json
	@$(BIN)/python -m host_tools.npm lint

# The main loop's jobs in us, in a scenario on MicroPython's unix port: ARGS=FILE.
profile: $(VENV)/.test
	@$(BIN)/python -m host_tools.workshop.profile $(ARGS)

# Rebuilds the shipped Spanish list, bit for bit; firmware/lexicons/README.md names its source.
lexicon: $(VENV)/.all
	@$(BIN)/corrido lexicon fetch es -o firmware/lexicons/es.lex $(ARGS)

# Writes the locked files anew: every package that is needed, on every system, with its hashes.
lock:
	@for ring in sim test test-all stubs-rp2 stubs-esp32; do uv pip compile --quiet --universal \
		--generate-hashes --no-annotate --no-header --python-version 3.11 \
		requirements/$$ring.txt -o $(LOCKED)/$$ring.txt || exit 1; done
	@cd host_tools/pages && npm install --silent --package-lock-only --ignore-scripts \
		--omit-lockfile-registry-resolved

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache

$(VENV)/.env: .ci/make-venv
	@echo "corrido: making an environment in $(VENV)"
	@PYTHON="$(or $(PYTHON),python3)" sh .ci/make-venv $(VENV)
	@touch $@

$(VENV)/.sim: $(VENV)/.env $(LOCKED)/sim.txt pyproject.toml
	@echo "corrido: installing the simulator; the network is needed this once"
	$(PIP:--quiet=) --require-hashes -r $(LOCKED)/sim.txt
	$(PIP) --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.env $(LOCKED)/test.txt pyproject.toml
	$(PIP) --require-hashes -r $(LOCKED)/test.txt
	$(PIP) --no-deps -e .
	@touch $@

$(VENV)/.all: $(VENV)/.test $(LOCKED)/test-all.txt
	$(PIP) --require-hashes -r $(LOCKED)/test-all.txt
	@touch $@

# Without these packages the tests that need them skip and say so.
$(VENV)/.wasm: $(VENV)/.all host_tools/pages/package-lock.json
	-@$(BIN)/python -m host_tools.npm && touch $@

$(VENV)/.stubs: $(VENV)/.env $(wildcard $(LOCKED)/stubs-*.txt)
	$(PIP) --target $(VENV)/stubs/rp2 --require-hashes -r $(LOCKED)/stubs-rp2.txt
	$(PIP) --target $(VENV)/stubs/esp32 --require-hashes -r $(LOCKED)/stubs-esp32.txt
	@touch $@
