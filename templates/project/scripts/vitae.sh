#!/bin/sh
# Runs the version of vitae that .vitae-version names: `sh scripts/vitae.sh build`. Takes the installed program of
# this version, else the package that .vitae-version names, else builds the source at `git`, once. To build vitae
# takes some minutes, and needs git, a C compiler and Rust (https://rustup.rs).
set -eu

directory=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
file=$directory/.vitae-version

fail() {
  printf 'error: %s\n  help: %s\n' "$1" "$2" >&2
  exit 2
}

# Prints the value of a key in .vitae-version.
value_of() {
  sed -n "/^$1=/{s/^$1=\\([^[:space:]]*\\).*/\\1/p;q;}" "$file"
}

# Succeeds if the program $1 is vitae of this version.
is_version() {
  [ "$("$1" --version 2>/dev/null | sed -n '1s/^vitae \([^ ]*\).*/\1/p')" = "$version" ]
}

[ -f "$file" ] || fail "$file does not exist" "copy it from a new project of \`vitae init\`"
version=$(value_of version)
case $version in
  '' | *[!0-9A-Za-z.+-]*) fail "$file has no valid version" "add the line \`version=<version>\`" ;;
esac
is_version vitae && exec vitae "$@"

package=$(value_of package)
if [ -n "$package" ] && command -v uvx >/dev/null 2>&1; then
  exec uvx --quiet --from "$package==$version" vitae "$@"
elif [ -n "$package" ] && command -v npx >/dev/null 2>&1; then
  exec npx --yes --package "$package@$version" -- vitae "$@"
fi

git=${VITAE_GIT:-$(value_of git)}
[ -n "$git" ] || fail "vitae $version is not installed, and its source is unknown" \
  "install vitae $version, or set VITAE_GIT, or \`git\` in $file, to the Git URL of its source"
built=$directory/.vitae/bin/$version-$(printf '%s' "$git" | cksum | tr ' ' '-')
# Caches do not always keep permissions.
[ ! -f "$built/vitae" ] || chmod 755 "$built/vitae"
is_version "$built/vitae" && exec "$built/vitae" "$@"
command -v cargo >/dev/null 2>&1 ||
  fail "vitae $version is not installed, and building it needs Rust" "install vitae $version, or Rust (https://rustup.rs)"

url=${git%%#*}
revision=${git#"$url"}
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
trap 'exit 2' HUP INT TERM
git clone --quiet -- "$url" "$clone" >&2 || fail "git cannot clone $url" "check VITAE_GIT, or \`git\` in $file"
if [ -n "$revision" ]; then
  git -C "$clone" checkout --quiet --detach "${revision#\#}" -- >&2 ||
    fail "$url has no commit or tag \`${revision#\#}\`" "correct the part after \`#\` of VITAE_GIT, or of \`git\` in $file"
elif git -C "$clone" rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then
  git -C "$clone" checkout --quiet --detach "refs/tags/v$version" -- >&2
fi
# In the clone, its rust-toolchain.toml chooses the version of Rust.
(cd "$clone" && cargo build --release --locked --target-dir target >&2) ||
  fail 'cargo cannot build vitae' "read its messages, or install vitae $version"
is_version "$clone/target/release/vitae" ||
  fail "the source is not vitae $version" "add \`#\` and a commit or tag of vitae $version to VITAE_GIT, or to \`git\` in $file"
mkdir -p "$built"
mv "$clone/target/release/vitae" "$built/vitae.$$"
mv -f "$built/vitae.$$" "$built/vitae"
rm -rf "$clone"
trap - EXIT
exec "$built/vitae" "$@"
