#!/usr/bin/env bash
# Makes the archive of classes with which the toolkit starts faster, for the JDK found, unless the archive exists:
# archive.sh. The build of soap-api/toolkit calls this script. `slipway build` calls it too, because a JDK may have been
# updated since.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway build}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/start.sh
source "$SLIPWAY_ROOT/deploy/shell/start.sh"

find_java
toolkit_start
[ -z "$archive_fits" ] || exit 0
# The archive is made beside its place, so that it appears there complete.
mkdir -p "${archive%/*}"
work=$(mktemp -d "${archive%/*}/making.XXXXXX")
trap 'rm -rf "$work"' EXIT
"$JAVA_HOME/bin/java" "${toolkit_options[@]}" "$SLIPWAY_ROOT/deploy/shell/Rehearsal.java" "$work" \
  "$JAVA_HOME/bin/java" "${toolkit_options[@]}" -cp "$class_path" dev.slipway.toolkit.Slipway
# Later JDKs number the classes of each list, and add hints, and classes of other loaders that refer to these numbers.
# The merged list leaves out numbers, hints and such classes. It also leaves out lambdas with types of picocli: picocli is
# compiled for Java 5, and an archive has no such class that a lambda has linked.
cat "$work"/*.classes | sed -E '/^@cp /d; /^@lambda-proxy .*picocli/d; / source: /d; s/ id: [0-9]+$//' | awk '!seen[$0]++' >"$work/all"
if ! "$JAVA_HOME/bin/java" -Xshare:dump -XX:+UseG1GC -XX:SharedClassListFile="$work/all" -XX:SharedArchiveFile="$work/archive" \
  -cp "$class_path" >"$work/log" 2>&1; then
  tail -n 20 "$work/log" >&2
  printf 'slipway: this JDK makes no archive of the toolkit; it starts slower\n' >&2
  exit 0
fi
mv "$work/archive" "$archive"
printf '%s' "$java_release" >"$archive.of"
