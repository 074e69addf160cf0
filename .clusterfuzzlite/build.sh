#!/bin/bash
# Builds the fuzz targets with their seeds and dictionaries, for ClusterFuzzLite. Its image sets `OUT` and
# starts the script in the repository.
set -euo pipefail

dictionary() {
  case $1 in
    import) echo json ;;
    photo) echo photo ;;
    templates) echo template ;;
    connection | request | response) echo http ;;
    *) echo yaml ;;
  esac
}

# The image sets flags for targets, which the test does not need.
env -u RUSTFLAGS VITAE_FUZZ_SEEDS="$PWD/fuzz/corpus" cargo test --locked --test fuzz

cargo fuzz build --release
for target in $(cargo fuzz list); do
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  cp "fuzz/dictionaries/$(dictionary "$target").dict" "$OUT/$target.dict"
  (cd "fuzz/corpus/$target" && zip --quiet --recurse-paths "$OUT/${target}_seed_corpus.zip" .)
done
