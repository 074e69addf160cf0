#!/usr/bin/env bash
# Downloads the release that belongs to this version of the action, verifies that the release
# workflow built it, and runs a command. action.yml sets the variables.
set -euo pipefail

fail() {
  echo "::error::$1"
  exit 2
}

case $VITAE_COMMAND in
  build | check | diff | verify) ;;
  *) fail "\`command\` must be build, check, diff or verify" ;;
esac
case $RUNNER_OS-$RUNNER_ARCH in
  Linux-X64) archive=vitae-x86_64-unknown-linux-musl.tar.gz ;;
  Linux-ARM64) archive=vitae-aarch64-unknown-linux-musl.tar.gz ;;
  macOS-X64) archive=vitae-x86_64-apple-darwin.tar.gz ;;
  macOS-ARM64) archive=vitae-aarch64-apple-darwin.tar.gz ;;
  Windows-X64) archive=vitae-x86_64-pc-windows-msvc.zip ;;
  *) fail "vitae has no binary for $RUNNER_OS on $RUNNER_ARCH" ;;
esac

version=$(sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' "$(dirname "$0")/../Cargo.toml")
source=(--source-ref "refs/tags/v$version")
if [[ $VITAE_ACTION_REF =~ ^[0-9a-f]{40}$ ]]; then
  # The workflow names the action by its commit: the binary must come from the same commit.
  source+=(--source-digest "$VITAE_ACTION_REF")
fi

directory=$RUNNER_TEMP/vitae-$version
program=$directory/${archive%%.[tz]*}/vitae
if [ ! -d "$directory" ]; then
  download=$(mktemp -d "$RUNNER_TEMP/vitae-XXXXXX")
  gh release download "v$version" --repo "$VITAE_REPOSITORY" --pattern "$archive" --dir "$download"
  # The attestation contains the digest of the archive.
  gh attestation verify "$download/$archive" --repo "$VITAE_REPOSITORY" \
    --signer-workflow "$VITAE_REPOSITORY/.github/workflows/release.yml" \
    "${source[@]}" --deny-self-hosted-runners
  case $archive in
    *.zip) unzip -q "$download/$archive" -d "$download" ;;
    *) tar -xzf "$download/$archive" -C "$download" ;;
  esac
  mv "$download" "$directory"
fi

read -r -d '' -a arguments <<<"$VITAE_ARGUMENTS" || true
# bash 3.2, the one of macOS, takes an empty array for an unset variable.
exec "$program" "$VITAE_COMMAND" ${arguments[@]+"${arguments[@]}"}
