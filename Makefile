# make [lang=de] [paper=letter]   every game of this folder, as PDF in out/
# make help                       the other targets

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.DEFAULT_GOAL := build
.PHONY: build test test-web docs docs-site site bench bench-web fuzz cross-check clean help

build: $(VENV)/.installed
	$(BIN)/ppgen make $(if $(lang),--lang $(lang)) $(if $(paper),--paper $(paper))

test: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2
	$(BIN)/python scripts/docs.py --check

docs: $(VENV)/.installed-dev
	$(BIN)/python scripts/docs.py

docs-site: $(VENV)/.installed-dev
	$(PIP) install -e '.[pages]'
	$(BIN)/python scripts/docs_site.py

site: $(VENV)/.installed-dev
	$(BIN)/python scripts/site.py

test-web: studio/node_modules site
	node studio/vendor.mjs --check
	cd studio && npm run -s types
	PYTHON="$(CURDIR)/$(BIN)/python" node --test studio/tests/walks.test.mjs

bench-web: studio/node_modules site
	PYTHON="$(CURDIR)/$(BIN)/python" node studio/tests/bench.mjs

studio/node_modules: studio/package-lock.json
	cd studio && npm ci --no-audit --no-fund
	@touch $@

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench.install
	$(BIN)/python -m bench $(if $(quick),--quick) $(if $(only),--only $(only)) $(if $(runs),--runs $(runs))

# Inputs at random for some minutes: make fuzz minutes=60
fuzz: $(VENV)/.installed-dev
	nice $(BIN)/python -m tests.fuzz $(or $(minutes),5) $(if $(kind),--kind $(kind)) $(if $(seed),--seed $(seed))
	nice $(BIN)/python -m tests.fuzz.attacks

cross-check: $(VENV)/.installed-dev
	$(PIP) install -e '.[cross]'
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/run
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/readers
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/audit
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/text
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/viewers
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/words
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/versions
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/pythons
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/editor
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/release
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/workflows
	PATH="$(CURDIR)/$(BIN):$$PATH" tests/cross/completion

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f out/*.pdf
	find ppgen tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +

help:
	@echo 'make               build every game into out/; lang=de and paper=letter choose'
	@echo 'make test          format, lint, types, tests, and whether generated files are up to date'
	@echo 'make docs          write schemas, tables of keys and pictures again'
	@echo 'make docs-site     the pages of docs/ as a site, in build/docs-site; broken links fail'
	@echo 'make bench         time, memory and size beside other ways, into docs/performance.md'
	@echo 'make fuzz          random input for 5 minutes, or minutes=60, then every known attack, measured'
	@echo 'make cross-check   tests that need programs from outside pip'
	@echo 'make site          the studio as a folder for a web host, in build/site; needs npm'
	@echo 'make test-web      walks through the studio in Chromium; bench-web times it'
	@echo 'make clean         remove the virtual environment, caches and out/*.pdf'
	@echo 'PYTHON=python3.12  names the Python (3.11 or newer) to make .venv with'

$(VENV)/.python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo 'ppgen needs Python 3.11 or newer, and there is no $(PYTHON): name one with make PYTHON=...' >&2; \
	  exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ppgen needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1): name one with make PYTHON=..." >&2; \
	  exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml fonts-cjk/pyproject.toml $(VENV)/.python
	$(PIP) install -e . ./fonts-cjk
	@touch $@

$(VENV)/.installed-dev: pyproject.toml fonts-cjk/pyproject.toml $(VENV)/.python
	$(PIP) install -e '.[dev]' ./fonts-cjk
	@touch $@ $(VENV)/.installed
