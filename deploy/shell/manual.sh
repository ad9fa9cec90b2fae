#!/usr/bin/env bash
# Makes the toolkit's man pages and completion script: manual.sh. `slipway build` calls this script. help2man makes the
# pages from the help texts.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway build}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/start.sh
source "$SLIPWAY_ROOT/deploy/shell/start.sh"

find_java
toolkit_start
target=$SLIPWAY_ROOT/soap-api/toolkit/target
[ -z "$archive_fits" ] || toolkit_options+=(-XX:SharedArchiveFile="$archive")
toolkit_java() { "$JAVA_HOME/bin/java" "${toolkit_options[@]}" -cp "$class_path" "$@"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/help" "$work/man1" "$target/completion"
toolkit_java dev.slipway.toolkit.Slipway completion bash >"$work/slipway"
toolkit_java dev.slipway.toolkit.HelpPages "$work/help"
# help2man asks a program for its help; this program prints the file of its own name.
for page in "$work"/help/*; do
  name=${page##*/}
  printf '#!/bin/sh\ncat "%s"\n' "$page" >"$work/$name.run"
  chmod 700 "$work/$name.run"
  # The summary is the first clause of the description.
  summary=$(awk '/^ / && said { exit } /^[^ ]/ && !/^Usage:/ { printf "%s ", $0; said = 1 }' "$page" | sed -E 's/[.:;,] .*//')
  SOURCE_DATE_EPOCH=1795219200 help2man --no-info --no-discard-stderr --section=1 --manual=Slipway --source="Slipway $version" \
    --version-string="$name $version" --name="$summary" "$work/$name.run" >"$work/man1/$name.1"
  sed -i "s|$name\\.run|$name|gI" "$work/man1/$name.1"
done
rm -rf "$target/man"
mkdir "$target/man"
mv "$work/man1" "$target/man/man1"
mv "$work/slipway" "$target/completion/slipway"
