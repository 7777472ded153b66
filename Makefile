# A fresh machine needs only Python 3.10+, make and a C++20 compiler. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than the number of cores: many tests wait for a browser or a server.
JOBS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
# Always write bytecode: the tests start hundreds of programs.
unexport PYTHONDONTWRITEBYTECODE
NATIVE_SOURCES := $(wildcard native/*.cpp native/*/*.cpp native/*/*.hpp)
GPU_SOURCES := $(wildcard training/gpu/*.hpp training/gpu/*.cpp training/gpu/*.cu tests/training/*.hpp tests/training/*.cpp)
BENCHMARKS := startup movegen pdn pdn_large search network_speed endgame_probes latency web games_list crowd review_serving
SOAK_POSITIONS ?= 2000000
SOAK_KILLS ?= 100
ROUNDS ?= 3
GAMES ?= 20000
NODES ?= 3000
NODE := $(BIN)/node
comma := ,

.DEFAULT_GOAL := help
.PHONY: help setup play browser peers pictures test stress long slow-pages coverage breakages check types format stubs bench sanitize tune tuning spsa train soak old wheel clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The virtual environment with the build dependencies; updated when they may have changed.
$(VENV)/builds: pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Crownhead needs Python 3.10 or later; set PYTHON=/path/to/python3")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(INSTALL) --compile-bytecode --group build
	@touch $@

# The developers' tools, which `make play` does not wait for. Not byte-compiled up front: little of it is used.
$(VENV)/tools: $(VENV)/builds
	$(INSTALL) --group dev
	@$(BIN)/python -m compileall -q src
	@touch $@

# The package itself, editable, built for this machine; recompiled when the native sources change.
$(VENV)/package: $(VENV)/builds CMakeLists.txt $(NATIVE_SOURCES)
	$(INSTALL) --compile-bytecode --no-build-isolation --editable '.[app]' \
		-C build-dir=build/local -C cmake.define.CROWNHEAD_NATIVE=ON
	@touch $@

setup: $(VENV)/package $(VENV)/tools ## Create .venv, build the package in it and install the tools

play: $(VENV)/package ## Set up and open the game in the browser
	@$(BIN)/crownhead $(PLAY)

# The browser tests drive the system's Chromium. Root on Debian gets it installed; others get instructions.
browser:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && { apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium; }; \
	else \
		echo "The browser tests need Chromium: install it with your system's packages," \
			"on Debian or Ubuntu 'sudo apt-get install chromium', and run make test again."; \
		exit 1; \
	fi

# Another library whose Hub client the tests use.
peers: setup
	@$(BIN)/python -c 'import sys; sys.path.insert(0, "benchmarks"); import peers; peers.install("pydraughts")'

test: setup browser peers ## Set up and run the tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not long"

long: setup browser peers tuning ## Run the slow tests that rarely fail
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m long

stress: setup browser peers ## Run the tests ROUNDS times under load, and show every failure with its seed
	$(BIN)/python tests/stress.py --jobs $(JOBS) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

slow-pages: setup browser ## Run the browser tests with a slow server, to expose races
	CROWNHEAD_SLOW_PAGES=150 $(BIN)/python -m pytest -n $$((2 * $(JOBS))) --dist worksteal tests/web/browser -m "not long"

coverage: setup browser peers tuning ## Run all tests and report their coverage
	@rm -rf build/coverage-data && mkdir -p build/coverage-data
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --cov=crownhead --cov-report=term:skip-covered --cov-report=html:build/coverage

breakages: ## Break the code on purpose in twenty-five places, and check that the tests notice
	rm -rf build/breakages
	git clone --quiet . build/breakages
	$(MAKE) --no-print-directory -C build/breakages setup browser peers
	build/breakages/.venv/bin/python tests/breakages.py build/breakages

# Tools that check the page's scripts; the page itself needs no packages.
node_modules/.package-lock.json: $(VENV)/tools package.json package-lock.json
	$(BIN)/npm ci --silent --no-audit --no-fund
	@touch $@

types: setup node_modules/.package-lock.json ## Generate TypeScript types for the messages between page and server
	@mkdir -p build
	$(BIN)/python -m crownhead.web.schema > build/schema.json
	$(NODE) node_modules/.bin/openapi-typescript build/schema.json --root-types --root-types-no-schema-prefix \
		-o src/crownhead/web/types/contract.d.ts > build/types.log 2>&1 || { cat build/types.log; exit 1; }
	$(BIN)/python -c 'from crownhead.web.messages import types; print(types(), end="")' > src/crownhead/web/types/messages.d.ts

check: setup types ## Check style, types, formatting, imports and the native module's stub
	$(NODE) tests/web/format_pages.js --check
	$(NODE) node_modules/.bin/eslint --max-warnings 0 src tests eslint.config.js
	$(NODE) node_modules/.bin/tsc
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/messages/format_catalogue.py --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/clang-format --dry-run --Werror $(NATIVE_SOURCES) $(GPU_SOURCES)
	$(BIN)/python -m nanobind.stubgen -q -P -m crownhead._core -o build/_core.pyi
	diff -u src/crownhead/_core.pyi build/_core.pyi

format: setup node_modules/.package-lock.json ## Format Python, C++, JavaScript, CSS and the catalogue of messages
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tests/messages/format_catalogue.py
	$(NODE) tests/web/format_pages.js
	$(BIN)/clang-format -i $(NATIVE_SOURCES) $(GPU_SOURCES)

stubs: setup ## Regenerate the native module's stub
	$(BIN)/python -m nanobind.stubgen -q -P -m crownhead._core -o src/crownhead/_core.pyi

bench: setup ## Run the benchmarks, with other libraries for comparison
	@set -e; for name in $(BENCHMARKS); do echo "$$name"; $(BIN)/python benchmarks/$$name.py; done
	$(BIN)/python benchmarks/analysis_page.py --minutes 1

# A build of crownhead-bench, the core without Python, in its own folder: $(call build_bench,FOLDER,OPTIONS)
define build_bench
	$(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" \
		-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCROWNHEAD_PYTHON=OFF -DCROWNHEAD_BENCH=ON $(2)
	$(BIN)/cmake --build $(1)
endef

sanitize: $(VENV)/tools ## Run the core's tests, perft, the move generator and parallel searches under sanitizers
	$(call build_bench,build/sanitize,-DCROWNHEAD_SANITIZE=address$(comma)undefined)
	build/sanitize/crownhead-tests
	build/sanitize/crownhead-bench perft 9
	build/sanitize/crownhead-bench walk 60
	build/sanitize/crownhead-bench search 11 2
	$(call build_bench,build/sanitize-threads,-DCROWNHEAD_SANITIZE=thread)
	build/sanitize-threads/crownhead-tests
	build/sanitize-threads/crownhead-bench search 10 3
	build/sanitize-threads/crownhead-bench stopping 300

tune: setup ## Fit the evaluation to self-play games (GAMES=20000 NODES=3000)
	$(call build_bench,build/bench,-DCROWNHEAD_NATIVE=ON)
	$(BIN)/python training/tune.py --bench build/bench/crownhead-bench --games $(GAMES) --nodes $(NODES)

# CROWNHEAD_CORE names this core, and crownhead/_native.py loads it.
tuning: setup ## Build the core with adjustable constants, in build/tuning
	$(BIN)/cmake -S . -B build/tuning -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" \
		-DCMAKE_BUILD_TYPE=Release -DCROWNHEAD_NATIVE=ON -DCROWNHEAD_TUNING=ON \
		-DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" -Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)"
	$(BIN)/cmake --build build/tuning

spsa: tuning ## Tune constants of the search by SPSA (SPSA="--help" shows the options)
	$(BIN)/python training/spsa.py $(SPSA)

train: setup ## Train a network on self-play games, small but complete (needs PyTorch; GAMES, NODES)
	@$(BIN)/python -c 'import torch' 2>/dev/null || \
		{ echo "Training needs PyTorch: $(BIN)/pip install torch"; exit 2; }
	$(call build_bench,build/bench,-DCROWNHEAD_NATIVE=ON)
	$(BIN)/python training/train.py --bench build/bench/crownhead-bench $(if $(filter command line,$(origin GAMES)),--games $(GAMES)) \
		$(if $(filter command line,$(origin NODES)),--nodes $(NODES))

soak: setup ## Long checks: kill the server a hundred times, compare millions of positions, perft to depth 11, fuzz the parsers
	PYTHONPATH=tests $(BIN)/python tests/web/soak_kills.py --kills $(SOAK_KILLS)
	CROWNHEAD_SOAK=1 $(BIN)/python -m pytest -n $(JOBS) tests/test_perft.py tests/test_bad_input.py tests/notation
	$(BIN)/python tests/test_differential.py --positions $(SOAK_POSITIONS)

# The short hash of a commit, so that one build serves every name of the commit.
OLD_COMMIT = $(shell git rev-parse --verify --quiet --short=10 '$(REF)^{commit}')

old: ## Build another commit as an opponent for the arena (REF=HEAD~1)
	@test -n '$(REF)' || { echo "Name a commit, such as: make old REF=HEAD~1"; exit 2; }
	@test -n '$(OLD_COMMIT)' || { echo "There is no commit named $(REF)."; exit 2; }
	@git cat-file -e $(OLD_COMMIT):src/crownhead/cli/hub.py 2>/dev/null || \
		{ echo "$(REF) ($(OLD_COMMIT)) cannot play: it is older than the command 'crownhead hub'."; exit 2; }
	@$(MAKE) --no-print-directory build/old/$(OLD_COMMIT)/built
	@echo '$(BIN)/crownhead arena engine "hub:build/old/$(OLD_COMMIT)/bin/crownhead hub" --nodes 5000'

# An environment with that commit in it. The remains of a failed build are removed first.
build/old/%/built:
	rm -rf $(@D)
	$(PYTHON) -m venv $(@D)
	mkdir $(@D)/source
	git archive $* | tar -x -C $(@D)/source
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check \
		-C cmake.define.CROWNHEAD_NATIVE=ON './$(@D)/source[app]'
	@touch $@

pictures: setup browser ## Take the screenshots for the documents
	$(BIN)/python docs/take_pictures.py

wheel: $(VENV)/tools ## Build a wheel and a source archive, and check that both install and run
	rm -rf dist build/wheel
	$(BIN)/python -m build --no-isolation --sdist --wheel --outdir build/wheel .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl
	cp build/wheel/*.tar.gz dist/
	$(BIN)/python tests/check_release.py dist/*.whl dist/*.tar.gz

clean: ## Remove the environment and all build products
	rm -rf $(VENV) build dist node_modules src/crownhead/web/types/contract.d.ts src/crownhead/web/types/messages.d.ts .mypy_cache .ruff_cache .hypothesis
