# Two commands for people: `make run` and `make test`. Both set everything up first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test test-all lock setup setup-dev lint types check-python clean

run: setup
	$(BIN)/realqueen run --source recording:demo

test: setup-dev lint types
	$(BIN)/python -m pytest -n auto --dist worksteal

# Also the many cases of long sweeps of which `make test` runs some (tests/conftest.py, few).
test-all: setup-dev lint types
	$(BIN)/python -m pytest -n auto --dist worksteal --all-cases

setup: $(VENV)/.installed
setup-dev: $(VENV)/.installed-dev

check-python:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing. Install it: sudo apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) -V). Name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "python3-venv is missing. Install it: sudo apt install python3-venv"; exit 1; }

# A marker is written last, so a set-up that was cut short is simply done again.
# A lock names everything, so nothing is resolved (--no-deps), it is only checked: pip before
# 23.3, which Python 3.11 brings, looks at the newest coverage for pytest-cov's coverage[toml]
# and refuses the lock from the day that one is released.
LOCKED := -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r
CHECK  := -m pip --disable-pip-version-check check
$(VENV)/.installed: requirements.lock pyproject.toml | check-python
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(LOCKED) requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python $(CHECK)
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	$(BIN)/python $(LOCKED) requirements-dev.lock
	$(BIN)/python $(CHECK)
	@touch $@

lint: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev
	$(BIN)/mypy

clean:
	rm -rf $(VENV)

# Needs `uv` on the PATH (pip install uv); run after changing dependencies.
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate --python-version 3.11
lock:
	echo setuptools | $(LOCK) pyproject.toml - --output-file requirements.lock
	$(LOCK) --group dev --constraints requirements.lock --output-file requirements-dev.lock
	printf 'setuptools\nnumpy<2\n' | $(LOCK) pyproject.toml - --output-file deploy/raspberrypi/requirements-bookworm.lock
