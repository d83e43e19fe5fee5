#!/usr/bin/env bash
# Runs a command with what scripts/setup.sh brought: the toolchain that can
# build wasm here, npm's wasm-opt, the browsers.
#
#   scripts/with-tools.sh trunk build --release
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export PATH="$root/node_modules/.bin:$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
toolchain=$(cat "$root/.tools/toolchain" 2>/dev/null || true)
[ -z "$toolchain" ] || export RUSTUP_TOOLCHAIN=$toolchain
# shellcheck source=scripts/browsers.sh
. "$root/scripts/browsers.sh"
exec "$@"
