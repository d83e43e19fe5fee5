#!/usr/bin/env bash
# Brings what building (or testing) the page needs, and only what is missing.
#
#   scripts/setup.sh build   Rust for wasm32, wasm-bindgen, wasm-split, trunk, npm packages
#   scripts/setup.sh test    the same, and Chromium, its driver and Firefox
#
# Safe to run again: when all is there it says so within a second.
# It leaves two small files in .tools/: `toolchain` (the rustup toolchain that
# builds wasm here, empty for the default one) and `npm-lock` (which lock file
# node_modules was made from). scripts/with-tools.sh reads the first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly PURPOSE="${1:-build}"
readonly TARGET=wasm32-unknown-unknown
# trunk 0.22 wants a newer Rust than the one this project asks for.
readonly TRUNK_VERSION=0.21.14
# It must understand what the crate wasm_split_helpers of Cargo.lock leaves in the program.
readonly WASM_SPLIT_VERSION=0.2.4
readonly NODE_MIN=20
# How long rustup may take to fetch the wasm32 standard library. Where its
# server cannot be reached it would try much longer.
readonly RUSTUP_SECONDS=120

export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
mkdir -p .tools

say() { printf 'setup: %s\n' "$*"; }
fail() {
  printf 'setup: cannot go on: %s\n' "$*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# --- Debian packages ---------------------------------------------------------

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 77
  fi
}

apt_updated=no
apt_install() {
  have apt-get || fail "these are needed and this system has no apt-get: $*"
  say "installing Debian packages: $*"
  local code=0
  if [ $apt_updated = no ]; then
    as_root apt-get update -qq || code=$?
    [ $code != 77 ] || fail "root, or sudo without a password, is needed once for: apt-get install $*"
    apt_updated=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >.tools/apt.log 2>&1 ||
    {
      tail -n 20 .tools/apt.log >&2
      fail "apt-get install $* (the whole output is in .tools/apt.log)"
    }
}

# --- Node --------------------------------------------------------------------

check_node() {
  have node || fail "Node $NODE_MIN or newer is needed (wasm-opt and the browser tests run on it): https://nodejs.org"
  have npm || fail "npm is needed; it comes with Node: https://nodejs.org"
  local major
  major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
  [ "$major" -ge $NODE_MIN ] || fail "Node $NODE_MIN or newer is needed, this one is $(node --version)"
}

npm_packages() {
  local wanted
  wanted=$(cksum <package-lock.json)
  if [ -d node_modules ] && [ "$(cat .tools/npm-lock 2>/dev/null)" = "$wanted" ]; then
    return
  fi
  say "installing the npm packages of package-lock.json"
  npm ci --no-fund --no-audit --loglevel=error
  printf '%s\n' "$wanted" >.tools/npm-lock
}

# --- Rust for wasm32 ---------------------------------------------------------

# Runs a Rust tool of the given rustup toolchain ("" is the default one).
with_toolchain() {
  local toolchain=$1
  shift
  if [ -n "$toolchain" ]; then RUSTUP_TOOLCHAIN=$toolchain "$@"; else "$@"; fi
}

# Is there a standard library for wasm32 that this toolchain can use?
has_wasm_std() {
  local directory
  directory=$(with_toolchain "$1" rustc --print target-libdir --target $TARGET 2>/dev/null) || return 1
  compgen -G "$directory/libstd-*.rlib" >/dev/null || return 1
  compgen -G "$directory/libtest-*.rlib" >/dev/null || return 1
  # A library that this script built serves only the compiler that built it.
  [ ! -e "$directory/built-by" ] ||
    [ "$(cat "$directory/built-by")" = "$(with_toolchain "$1" rustc --version)" ]
}

has_toolchain() { have rustup && rustup toolchain list 2>/dev/null | grep -q "^$1\b"; }

# Debian's compiler comes with the sources of its standard library: they are
# built once for wasm32 and put where the compiler looks for them.
build_wasm_std_with_debian() {
  # Clippy must be of the same version as the compiler whose library it reads.
  local packages=(rustc-web cargo-web rust-web-src rust-web-clippy lld-22) missing=() package
  for package in "${packages[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}"
  if have rustup; then
    has_toolchain debian || rustup toolchain link debian /usr
    debian=debian
  else
    debian=
  fi

  say "building the standard library for $TARGET (about two minutes, once)"
  local work sysroot library
  work=$(mktemp -d)
  mkdir "$work/src"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n[profile.release]\npanic = "abort"\n' >"$work/Cargo.toml"
  : >"$work/src/lib.rs"
  # Without the bitcode `lto = true` fails later; without `test` the browser
  # tests cannot be compiled.
  (
    cd "$work"
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes" CARGO_TARGET_DIR="$work/target" \
      with_toolchain "$debian" cargo build --release --target $TARGET -Zbuild-std=std,panic_abort,test
  ) >.tools/wasm-std.log 2>&1 || {
    tail -n 20 .tools/wasm-std.log >&2
    fail "the standard library for $TARGET did not build (see .tools/wasm-std.log)"
  }
  rm -f "$work/target/$TARGET/release/deps/"libempty-*
  sysroot=$(with_toolchain "$debian" rustc --print sysroot)
  library=$sysroot/lib/rustlib/$TARGET/lib
  with_toolchain "$debian" rustc --version >"$work/built-by"
  local host
  host=$(with_toolchain "$debian" rustc -vV | sed -n 's/^host: //p')
  as_root mkdir -p "$library" "$sysroot/lib/rustlib/$host/bin" ||
    fail "root, or sudo without a password, is needed once to write below $sysroot"
  as_root find "$library" -name '*.rlib' -delete
  as_root cp "$work/target/$TARGET/release/deps/"*.rlib "$work/built-by" "$library/"
  as_root ln -sf /usr/lib/llvm-22/bin/lld "$sysroot/lib/rustlib/$host/bin/rust-lld"
  rm -rf "$work"
  # Cargo does not notice that the standard library is another one.
  rm -rf "${CARGO_TARGET_DIR:-target}/$TARGET"
}

rust_for_wasm() {
  local toolchain debian=
  for toolchain in "" debian; do
    [ -z "$toolchain" ] || has_toolchain "$toolchain" || continue
    if have rustc && has_wasm_std "$toolchain"; then
      printf '%s\n' "$toolchain" >.tools/toolchain
      return
    fi
  done
  if have rustup && [ "${SETUP_WASM:-}" != debian ]; then
    say "adding Rust's $TARGET target by rustup"
    if timeout $RUSTUP_SECONDS rustup target add $TARGET >.tools/rustup.log 2>&1 && has_wasm_std ""; then
      : >.tools/toolchain
      return
    fi
    say "rustup could not bring it (see .tools/rustup.log)"
  fi
  if have apt-get; then
    say "building it with Debian's compiler instead"
    build_wasm_std_with_debian
    has_wasm_std "$debian" || fail "the compiler does not find the library that was just built"
    printf '%s\n' "$debian" >.tools/toolchain
  else
    fail "Rust with the target $TARGET is needed: https://rustup.rs, then rustup target add $TARGET"
  fi
}

# --- Tools written in Rust ---------------------------------------------------

# wasm-bindgen's command must be of exactly the version of the library.
wasm_bindgen_tools() {
  local wanted
  wanted=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p;}' Cargo.lock)
  if have wasm-bindgen && have wasm-bindgen-test-runner &&
    [ "$(wasm-bindgen --version)" = "wasm-bindgen $wanted" ]; then
    return
  fi
  say "installing wasm-bindgen-cli $wanted (about three minutes, once)"
  # Not --locked: its lock file can name versions that a mirror lacks.
  cargo_install wasm-bindgen-cli --version "$wanted" --force
}

# It does not say its version itself; cargo remembers what it installed.
wasm_split_tool() {
  local installed
  installed=$(cargo install --list 2>/dev/null || true)
  if have wasm-split-cli && [[ $installed == *"wasm_split_cli_support v$WASM_SPLIT_VERSION:"* ]]; then return; fi
  say "installing wasm-split-cli $WASM_SPLIT_VERSION (about two minutes, once)"
  cargo_install wasm_split_cli_support --version $WASM_SPLIT_VERSION --locked --features build-binary --force
}

trunk_tool() {
  if have trunk && trunk --version 2>/dev/null | grep -q '^trunk 0\.21\.'; then return; fi
  say "installing trunk $TRUNK_VERSION (about five minutes, once)"
  # Trunk itself does little: a debug build is quick enough and compiles in a
  # quarter of the time.
  cargo_install trunk --version $TRUNK_VERSION --locked --no-default-features --features rustls --debug --force
}

# Outside the project, so that its cargo settings and target folder have no say.
cargo_install() {
  local log
  log="$PWD/.tools/cargo-install-$1.log"
  (cd / && env -u CARGO_TARGET_DIR -u RUSTFLAGS -u CARGO_BUILD_TARGET cargo install --quiet "$@") >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "cargo install $1 (the whole output is in $log)"
  }
}

# --- Browsers ----------------------------------------------------------------

browsers() {
  # shellcheck source=scripts/browsers.sh
  . scripts/browsers.sh
  local missing=()
  [ -n "$CHROMIUM" ] || missing+=(chromium)
  [ -n "$CHROMEDRIVER" ] || missing+=(chromium-driver)
  [ -n "$FIREFOX" ] || missing+=(firefox-esr)
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}"
}

case $PURPOSE in
build | test) ;;
*) fail "unknown purpose '$PURPOSE'; use build or test" ;;
esac
check_node
rust_for_wasm
wasm_bindgen_tools
wasm_split_tool
trunk_tool
npm_packages
[ "$PURPOSE" != test ] || browsers
say "all that is needed to $PURPOSE is here"
