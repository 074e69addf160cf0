#!/bin/sh
# Runs the version of vitae that .vitae-version names: `sh scripts/vitae.sh build`. If this version is
# not installed, the script gets the compiled package if .vitae-version has its digest. Otherwise, it
# builds vitae from source, which takes some minutes and needs git and Rust (https://rustup.rs). It
# builds each combination of version, git URL and revision once, so a branch stays at its first build.
set -eu

directory=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
pin=$directory/.vitae-version

fail() {
  printf 'error: %s\n  help: %s\n' "$1" "$2" >&2
  exit 2
}

# Prints the value of a key in .vitae-version.
pinned() {
  sed -n "/^$1=/{s/^$1=\\([^[:space:]]*\\).*/\\1/p;q;}" "$pin"
}

# Prints the version of the program $1.
version_of() {
  "$1" --version 2>/dev/null | sed -n '1s/^vitae \([^ ]*\).*/\1/p'
}

# Succeeds if the program $1 is a file with the pinned digest.
has_digest() {
  [ -f "$1" ] || return 1
  if command -v sha256sum >/dev/null 2>&1; then
    sum=$(sha256sum <"$1")
  else
    sum=$(shasum -a 256 <"$1")
  fi
  [ "${sum%% *}" = "$digest" ]
}

# Downloads the package and extracts the program to $new/vitae. Nothing of the package is executed.
# Runs in $new: Python and rustup execute files that they find in the current directory.
download() (
  cd "$new"
  if python3 -m pip --version >/dev/null 2>&1 &&
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
      --dest "$new" "vitae-cli==$version" >&2; then
    python3 -m zipfile -e "$new"/vitae_cli-*.whl "$new/package" &&
      mv "$new/package/vitae_cli-$version.data/scripts/vitae" "$new/vitae"
  elif command -v npm >/dev/null 2>&1 &&
    npm pack --silent --ignore-scripts --pack-destination "$new" "@vitae-cli/$npm@$version" >&2; then
    tar -xzOf "$new"/*.tgz package/vitae >"$new/vitae"
  else
    return 1
  fi
)

# Succeeds if $rev is a full commit. Tags, branches and short commits can be moved.
is_commit() {
  [ "${#rev}" -ge 40 ] || return 1
  case $rev in *[!0-9a-f]*) return 1 ;; esac
}

# Builds $new/vitae from the source at $git: from $rev, else from the tag of the version, else from
# the newest commit. Runs in $new, like the download.
build() (
  cd "$new"
  if [ -n "$rev" ]; then
    set -- --rev "$rev"
  elif GIT_TERMINAL_PROMPT=0 git ls-remote --exit-code -- "$git" "refs/tags/v$version" >/dev/null 2>&1; then
    set -- --tag "v$version"
  else
    set --
  fi
  rust=$(pinned rust)
  if [ -n "$rust" ] && command -v rustup >/dev/null 2>&1; then
    rustup toolchain install "$rust" --profile minimal --no-self-update >&2 ||
      fail "rustup cannot install Rust $rust" "correct \`rust\` in $pin, or install vitae $version"
    export RUSTUP_TOOLCHAIN="$rust"
  fi
  cargo install --locked --git "$git" "$@" --root "$new" vitae >&2 ||
    fail 'cargo cannot build vitae from its source' "check \`git\` and \`rev\` in $pin, VITAE_GIT and VITAE_REV"
  mv "$new/bin/vitae" "$new/vitae"
)

# Moves the new program to $1 and runs it.
run() {
  program=$1
  shift
  if [ -f "$new/vitae" ]; then
    mkdir -p "${program%/*}"
    mv -f "$new/vitae" "$program"
  fi
  rm -rf "$new"
  # Caches do not always keep permissions.
  chmod 755 "$program"
  trap - EXIT
  exec "$program" "$@"
}

[ -f "$pin" ] || fail "$pin does not exist" "create it with \`vitae pin\`"
version=$(pinned version)
case $version in
  '' | *[!0-9A-Za-z.+-]*) fail "$pin has no valid version" "run \`vitae pin\`" ;;
esac

if [ "$(version_of vitae)" = "$version" ]; then
  exec vitae "$@"
fi

case $(uname -s)-$(uname -m) in
  Linux-x86_64) platform=x86_64-unknown-linux-musl npm=linux-x64 ;;
  Linux-aarch64 | Linux-arm64) platform=aarch64-unknown-linux-musl npm=linux-arm64 ;;
  Darwin-x86_64) platform=x86_64-apple-darwin npm=darwin-x64 ;;
  Darwin-arm64) platform=aarch64-apple-darwin npm=darwin-arm64 ;;
  *) platform=other npm='' ;;
esac
digest=$(pinned "$platform" | tr 'A-F' 'a-f')
git=${VITAE_GIT:-$(pinned git)}
rev=${VITAE_REV:-$(pinned rev)}
programs=$directory/.vitae/bin
mkdir -p "$programs"
new=$(mktemp -d "$programs/new.XXXXXX")
trap 'rm -rf "$new"' EXIT
trap 'exit 2' HUP INT TERM

if [ -n "$digest" ]; then
  package=$programs/$version/vitae
  if has_digest "$package"; then
    run "$package" "$@"
  elif download; then
    has_digest "$new/vitae" ||
      fail "the package of vitae $version does not have the digest in $pin" \
        "check where the package comes from; \`vitae pin\` writes the digest of the program that you run"
    run "$package" "$@"
  fi
  # The digest fixes the program. From source, only a commit does.
  is_commit || fail "cannot download the package of vitae $version, whose digest is in $pin" \
    "try again, install vitae $version, or set \`rev\` to its full commit to build it from source"
  echo "warning: cannot download the package of vitae $version; its source at $rev is used" >&2
fi

source=$programs/$version-$(printf '%s\n' "$git" "$rev" | cksum | tr ' ' '-')/vitae
if [ -x "$source" ] && [ "$(version_of "$source")" = "$version" ]; then
  run "$source" "$@"
fi
if [ -z "$git" ]; then
  fail "vitae $version is not installed, and VITAE_GIT is not set" \
    "install vitae $version, or set VITAE_GIT to the Git URL of its source, in the environment or as \`git\` in $pin"
fi
command -v cargo >/dev/null 2>&1 ||
  fail "vitae $version is not installed, and building it needs Rust" "install vitae $version, or Rust (https://rustup.rs)"
build
built=$(version_of "$new/vitae")
[ "$built" = "$version" ] ||
  fail "the source is vitae $built, but $pin names $version" \
    "set \`rev\` or VITAE_REV to a commit of vitae $version, or run \`vitae pin\` with vitae $built"
run "$source" "$@"
