#!/usr/bin/env bash
# Makes the toolkit's man pages and completion script: manual.sh. `slipway build` calls this script.
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
mkdir -p "$target/completion"
toolkit_java dev.slipway.toolkit.Slipway completion bash >"$work/slipway"
toolkit_java dev.slipway.toolkit.ManPages "$work/man1"
rm -rf "$target/man"
mkdir "$target/man"
mv "$work/man1" "$target/man/man1"
mv "$work/slipway" "$target/completion/slipway"
