# make release: set-up of what it needs, then the main job on the embedded sample corpus.
# make test:    set-up of everything, then lint, types and tests; those of Flink where a JDK 17 and Maven are. On two
#               cores three processes are the fastest, as tests also wait: for clusters, servers and what they kill.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PATHS := setup.py versebench/__init__.py versebench/__main__.py schemas storage models transforms expectations release studies pipelines benchmarks training deploy tests docs/notebooks

.PHONY: release ghostwriting proftap study real test test-all setup setup-release lint types requirements docs site checkers peers resources clean faults fuzz flink flink-if-possible

release: setup-release
	$(BIN)/versebench release recipes/sample.yaml --root build
	$(BIN)/versebench verify build/releases/bpomp-sample/1.0.0

# Verses of four invented artists, and what n-gram models and a small LSTM write in their styles.
ghostwriting: setup
	$(BIN)/versebench release recipes/ghostwriting-sample.yaml --root build --workers 2
	$(BIN)/versebench verify build/releases/ghostwriting-sample/1.0.0

# Poems about forty titles by a small model, hotter and cooler, and by a file that copies on purpose; then programs judge
# them in place of people, and version 1.1.0 has their answers.
proftap: setup
	$(BIN)/versebench release recipes/proftap-sample.yaml --root build --workers 2
	$(BIN)/versebench verify build/releases/proftap-sample/1.0.0
	sh samples/studies/run.sh $(BIN)/versebench build proftap-sample proftap recipes/proftap-sample.yaml 8
	$(BIN)/versebench verify build/releases/proftap-sample/1.1.0

# A study of the sample release, which programs answer over HTTP in place of people: plan, serve, answer, export, analyse.
study: setup
	sh samples/studies/run.sh $(BIN)/versebench build

# SmolLM2 and BERT over the same tasks, beside the papers' tables. They are fetched once (500 MB). DATA=FILE takes other
# limericks, in the layout of samples/limericks.json.
REAL := build/real/$(if $(DATA),$(basename $(notdir $(DATA))),sample)
real: setup
	$(BIN)/versebench models get smollm2-135m
	$(BIN)/versebench models get bert-base-uncased
	$(BIN)/versebench release recipes/real.yaml --root $(REAL) --workers 2 $(if $(DATA),--set 'sources.0.path=$(DATA)' \
	  --set 'sources.0.licence=as stated where the file comes from' --set 'licence=as stated where the source comes from')
	$(BIN)/versebench verify $(REAL)/releases/real/1.0.0
	$(BIN)/versebench report $(REAL)/releases/real/1.0.0 --papers

test: setup lint types flink-if-possible
	$(BIN)/python -m pytest -n 3 --dist worksteal --durations=40

# What make test leaves out too: tests marked sweep, which repeat others over more models, shards or moments.
test-all: setup lint types flink-if-possible
	$(BIN)/python -m pytest -n 3 --dist worksteal --durations=40 -m ""

# Every parser under changed, cut and absurd inputs, each for so many minutes, in a process of its own.
FUZZ_MINUTES ?= 10
FUZZ_JOBS ?= 2
fuzz: setup
	$(BIN)/python -m tests.fuzz --minutes $(FUZZ_MINUTES) --jobs $(FUZZ_JOBS)

# Every fault so many times, each time at another moment, and one table; then the parsers. Hours.
FAULT_TIMES ?= 20
FAULT_SEED ?= 1
faults: setup flink-if-possible
	$(BIN)/python -m tests.faults --times $(FAULT_TIMES) --seed $(FAULT_SEED)
	$(MAKE) fuzz

# Flink with Beam's job server for it, from what both publish. The tests of Flink run where it is there.
flink: build/flink/.made

build/flink/.made: deploy/flink/pom.xml
	@command -v java >/dev/null && command -v mvn >/dev/null || \
	  { echo "Flink needs a JDK 17 and Maven; on Debian: apt install openjdk-17-jdk-headless maven"; exit 1; }
	mvn --batch-mode --quiet --file $< package
	@touch $@

flink-if-possible:
	@$(MAKE) --no-print-directory flink || echo "without Flink its tests are skipped, and fail where CI=true"

# What make release needs, and what everything else needs too: tests, DeepSpeed, studies, clouds.
setup-release: $(VENV)/.installed-release
setup: $(VENV)/.installed

# Every package is one whose hash is known; the few that have no wheel are built here, with the packages before them.
INSTALL := -m pip install --quiet --no-deps
$(VENV)/.installed-release: setup.py requirements/score-release.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "versebench needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(INSTALL) --require-hashes --requirement requirements/score-release.txt
	$(BIN)/python $(INSTALL) --no-build-isolation --editable .
	$(BIN)/python -m pip check
	@touch $@

$(VENV)/.installed: requirements/all.txt requirements/all-built.txt $(VENV)/.installed-release
	$(BIN)/python $(INSTALL) --require-hashes --requirement requirements/all.txt
	$(BIN)/python $(INSTALL) --require-hashes --no-build-isolation --use-pep517 --requirement requirements/all-built.txt
	$(BIN)/python -m pip check
	@touch $@

lint: setup
	$(BIN)/ruff check $(PATHS)
	$(BIN)/ruff format --check $(PATHS)
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy

# After a change of setup.py: requirements.lock, the hashed files under requirements/, and sbom.cdx.json. Needs a network.
UPGRADE ?=
requirements:
	$(BIN)/python -m deploy.requirements $(UPGRADE:%=--upgrade %)

# Regenerates the pages under docs/ and schemas that are made from code.
docs: setup
	$(BIN)/versebench docs --write

# The documentation as a web site: links are checked, and the notebooks run.
site: setup
	$(BIN)/python -m properdocs build --quiet --strict --config-file deploy/site/mkdocs.yml
	@echo "build/site is ready; to read it: $(BIN)/python -m http.server --directory build/site --bind 127.0.0.1 8000"

# What some tests ask about a release and is not of the project: without it they are skipped, and fail where CI=true.
checkers: build/checkers/.made

build/checkers/.made: setup.py requirements.lock requirements-citation-peers.lock requirements-harness-peers.lock | setup
	sh benchmarks/peers/checkers.sh
	@mkdir -p $(@D) && touch $@

# The environments of the tools that benchmarks compare with, apart from the project's own.
peers:
	sh benchmarks/peers/setup.sh $(PYTHON)

LIMERICKS = $(DATA)/limericks/public_domain.jsonl
# Makes every shipped model and table again, with its card: hours. Reads a folder of corpora (DATA=DIR), and the
# dictionary of Debian's package wordnet-base.
resources: setup
	@test -d "$(DATA)" || { echo "name the folder of corpora: make resources DATA=DIR"; exit 1; }
	$(BIN)/python -m training.make_synonyms --poems $(LIMERICKS)
	$(BIN)/python -m training.train_tagger --data $(DATA)/ud-ewt
	$(BIN)/python -m training.train_g2p
	$(BIN)/python -m training.train_syllables --wiktionary $(DATA)/syllables/wikipron_us_syllables.tsv.gz
	$(BIN)/python -m training.scanner --data $(DATA) --write
	$(BIN)/python -m training.train_scorers --data $(DATA)/verse --exclude $(LIMERICKS)
	$(BIN)/python -m training.training_lines --data $(DATA)/verse/poems.jsonl.gz --exclude $(LIMERICKS) \
	  --out models/resources/gpt2-writer/training_lines.parquet
	$(BIN)/versebench release recipes/sample.yaml --root build/resources --workers 2
	$(BIN)/python -m training.card_accuracies build/resources/releases/bpomp-sample/1.0.0

clean:
	rm -rf build
