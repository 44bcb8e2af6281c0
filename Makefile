# The commands of this project. `make` alone lists them. Everything lives in .venv; delete it to start afresh.
#
#   make train ARGS="--config small"    arguments go on to the command
#   make test ARGS="-k attention"
#   make train PYTHON=python3.12        another Python
#   make train TORCH_INDEX=https://download.pytorch.org/whl/cpu    where else to look for PyTorch ("none": nowhere else)

.DEFAULT_GOAL := help

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	if "$$p" -c "" >/dev/null 2>&1; then echo "$$p"; break; fi; done)
ifeq ($(OS),Windows_NT)
VENV_PYTHON := .venv/Scripts/python.exe
else
VENV_PYTHON := .venv/bin/python
endif

SETUP = $(or $(PYTHON),$(error No Python found. Install Python 3.11, 3.12 or 3.13 and try again)) tools/setup.py
TEST_EXTRAS ?= dev
# Two workers with one thread each beat one worker with two threads; a file stays with one worker, so that what its
# tests share is made once.
PYTEST = OMP_NUM_THREADS=1 $(VENV_PYTHON) -m pytest -n auto --maxprocesses 4 --dist loadfile
export TORCH_INDEX

.PHONY: help setup train test test-full parity bench lint format clean distclean

help: ## list these commands
	@echo "Start with:  make train   (English to French, set-up included)   and   make test"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: ## make .venv and install the project into it (the others do this when needed)
	@$(SETUP)

train: setup ## train a Transformer on the sentences that come along, translate, write a report
	$(VENV_PYTHON) -m d2l_lite.cli train $(ARGS)

test: ## the quick tests
	@$(SETUP) --extras $(TEST_EXTRAS)
	$(PYTEST) -m "not slow" $(ARGS)

test-full: ## all tests, the slow ones too
	@$(SETUP) --extras $(TEST_EXTRAS),text --oracles
	$(PYTEST) $(ARGS)

parity: ## install d2l and labml, and compare with them
	@$(SETUP) --extras $(TEST_EXTRAS) --oracles
	$(PYTEST) -m parity -rs $(ARGS)

bench: ## measure the speed beside d2l, torch.nn.Transformer and HF transformers (about 10 minutes)
	@$(SETUP) --extras $(TEST_EXTRAS),bench --oracles
	$(VENV_PYTHON) benchmarks/train_book.py $(ARGS)
	$(VENV_PYTHON) benchmarks/train_m30k.py $(ARGS)
	$(VENV_PYTHON) benchmarks/decode.py $(ARGS)

lint: ## check style
	@$(SETUP) --extras dev
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .

format: ## put the code in the project's style
	@$(SETUP) --extras dev
	$(VENV_PYTHON) -m ruff check --fix .
	$(VENV_PYTHON) -m ruff format .

clean: ## remove caches and build products (runs/ and .venv stay)
	rm -rf build dist *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean ## the same, and .venv
	rm -rf .venv
