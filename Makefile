# Each target installs what it needs from PyPI into .venv. PYTHON=python3.12 chooses another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Each file stands for what is installed: a target installs what it needs and no more.
DEMO := $(VENV)/.demo
SERVE := $(VENV)/.serve
READY := $(VENV)/.ready
SLOW := $(VENV)/.slow
DOCS := $(VENV)/.docs
BENCH := $(VENV)/.bench

# Otherwise each process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup assets demo serve test test-slow lint format docs schemas test-linkml golden calibrate bench clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# --no-compile: compiling all modules of all libraries takes longer than running those that the demo imports.
$(DEMO): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "kg needs Python 3.11 or newer; choose one: make PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python lacks its venv module; on Debian: apt-get install python3-venv" >&2; exit 2; }
	@$(PIP) --no-compile --editable .
	@touch $@

$(SERVE): $(DEMO)
	@$(PIP) --editable '.[server]'
	@$(PYTHON) frontend/assets.py || true
	@touch $@

$(READY): $(SERVE)
	@$(PIP) --editable '.[dev,mcp,server]'
	@touch $@

setup: $(READY)  ## Install kg and its tools into .venv

assets:  ## Fetch the query editor and the SPARQL engine of published sites from npm (optional)
	@$(PYTHON) frontend/assets.py

demo: $(DEMO)  ## Build the graph of data/, ask it, export it
	@sh demo.sh $(BIN)/kg

serve: $(SERVE)  ## Build the graph of data/ and serve it at http://127.0.0.1:8000/
	@$(BIN)/kg serve data

test: $(READY)  ## Run the tests that take seconds
	@$(BIN)/pytest -n auto --dist worksteal -m 'not slow and not thorough'

$(SLOW): $(READY)
	@$(PIP) --editable '.[browser,spark]'
	@touch $@

test-slow: $(SLOW)  ## Run the tests that take minutes: documents, wheel, kills, full disks, browser, Spark; and property tests at length
	@$(BIN)/pytest -m slow
	@$(BIN)/pytest -n auto --dist worksteal -m '(thorough or hypothesis) and not slow' --hypothesis-profile thorough

lint: $(READY)  ## Check style, types and layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY)  ## Format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

$(DOCS): $(DEMO)
	@$(PIP) --editable '.[docs,server]'
	@touch $@

docs: $(DOCS)  ## Build the documentation as a site into build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo build/docs/index.html

schemas: $(READY)  ## Regenerate what is made from the declaration: types, context, shapes, JSON Schemas
	@$(BIN)/python -m kg.profile.regenerate
	@for kind in profile organizations venues config ontology; do $(BIN)/kg schema $$kind > data/schemas/$$kind.schema.json; done

test-linkml:  ## Check that LinkML's tools accept the declaration, in an environment of their own
	@test -x .venv-linkml/bin/gen-owl || { $(PYTHON) -m venv .venv-linkml && .venv-linkml/bin/pip -q install 'linkml>=1.9,<2'; }
	@for tool in gen-json-schema gen-shacl gen-owl gen-pydantic gen-jsonld-context; do \
	    .venv-linkml/bin/$$tool ontology/kg.yaml >/dev/null 2>.venv-linkml/$$tool.log \
	        || { cat .venv-linkml/$$tool.log; exit 1; }; echo "$$tool accepts ontology/kg.yaml"; done

golden: $(READY)  ## Rewrite the golden files and the output in documents; review them with git diff
	@$(BIN)/pytest --update-golden

calibrate: $(READY)  ## Measure confidence (minutes). GOLD=folder DOCUMENTS="folders" adds real documents
	@$(BIN)/python benchmarks/calibrate.py $(if $(GOLD),--gold $(GOLD)) $(addprefix --documents ,$(DOCUMENTS)) --write

$(BENCH): $(READY)
	@$(PIP) --editable '.[bench,spark]'
	@touch $@

bench: $(BENCH)  ## Measure against peers into benchmarks/SPEED.md (half an hour). SIZES="1000 10000 100000" takes hours
	@$(BIN)/python benchmarks/run.py $(if $(SIZES),--sizes $(SIZES))

clean:  ## Remove everything that can be rebuilt
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
