# The two commands to know: make serve, make test. Each brings what is missing
# on a fresh machine first (scripts/setup.sh) and is quick when all is there.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PORT ?= 8080
WASM := wasm32-unknown-unknown
TOOLS := scripts/with-tools.sh

# Everything that the page is made of: the page is built again when one changed.
PAGE_SOURCES := Cargo.toml Cargo.lock Trunk.toml build.rs index.html package-lock.json \
  scripts/finish-page.mjs scripts/split-program.mjs scripts/wasm-opt.mjs \
  $(shell find src style public -type f 2>/dev/null)

.PHONY: help
help: ## Say what can be done here
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.PHONY: serve
serve: ## Build the page and serve it on 127.0.0.1:8080 (PORT=N for another port)
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory dist/index.html
	@node scripts/serve.mjs dist --port $(PORT)

.PHONY: build
build: ## Build the page into dist/, ready for any static host
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory dist/index.html

dist/index.html: $(PAGE_SOURCES)
	$(TOOLS) trunk build --release
	@touch $@

.PHONY: test
test: ## Run every test: native, in a browser, end to end
	@scripts/setup.sh test
	@$(MAKE) --no-print-directory run-native run-wasm run-e2e

.PHONY: test-native
test-native: run-native ## Run what needs no browser: format, lints, rules, scenarios, documentation

.PHONY: test-wasm
test-wasm: ## Run the tests that need a browser's DOM, in headless Chromium
	@scripts/setup.sh test
	@$(MAKE) --no-print-directory run-wasm

.PHONY: test-e2e
test-e2e: ## Run the page as a person does, in Chromium and Firefox (FILES="..." for some)
	@scripts/setup.sh test
	@$(MAKE) --no-print-directory run-e2e

.PHONY: run-native
run-native:
	cargo fmt --check
	cargo clippy --no-default-features --all-targets -- -D warnings
	cargo test --no-default-features

# All runs of all rule sets are made again in the browser: a slow machine needs its time.
WASM_TEST_SECONDS := 600

.PHONY: run-wasm
run-wasm:
	$(TOOLS) cargo clippy --target $(WASM) --lib --bins --test web -- -D warnings
	$(TOOLS) cargo clippy --target $(WASM) --lib --bins --features split -- -D warnings
	WASM_BINDGEN_TEST_TIMEOUT=$(WASM_TEST_SECONDS) $(TOOLS) cargo test --target $(WASM) --test web

FILES ?= $(wildcard tests/e2e/*.test.mjs)
.PHONY: run-e2e
run-e2e: dist/index.html
	$(TOOLS) node --test --test-concurrency=1 --test-reporter=spec $(FILES)

.PHONY: test-llm
test-llm: ## Talk to a real small model of llama.cpp (optional: 230 MB, minutes; not part of test)
	@scripts/setup.sh test
	@scripts/setup-llm.sh
	@$(MAKE) --no-print-directory dist/index.html
	$(TOOLS) node --test --test-concurrency=1 --test-reporter=spec tests/llm/*.test.mjs

.PHONY: screenshot
screenshot: build ## Take the picture of the README (see scripts/screenshot.mjs for others)
	@scripts/setup.sh test
	$(TOOLS) node scripts/screenshot.mjs --out docs/screenshot.png --wait 1500 \
	  --hash 'example=six-sessions&level=2&lang=en&step=53.1.paged_in.1'

BENCHED := $(or $(ONLY),sizes engine page)

# Both packages of benches/ use the target folder of the project, so that what
# they share is compiled once.
.PHONY: bench
bench: export CARGO_TARGET_DIR := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
bench: ## Measure what the page must reach (ONLY="sizes engine page" for some)
	@scripts/setup.sh test
	@$(if $(filter sizes page,$(BENCHED)),$(MAKE) --no-print-directory dist/index.html)
	@$(if $(filter sizes,$(BENCHED)),cd benches/counter && ../../$(TOOLS) trunk --log error build --release)
	@$(TOOLS) node scripts/bench.mjs $(BENCHED)

.PHONY: clean
clean: ## Remove what was built (the tools stay)
	cargo clean
	rm -rf dist test-results
