#!/usr/bin/env bash
# Makes the archives of classes with which the toolkit and the service start faster, for the JDK found, unless they exist:
# archive.sh [toolkit|service]. The build of soap-api/toolkit makes the toolkit's. `slipway build` makes both, because a
# JDK may have been updated since.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway build}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/service.sh
source "$SLIPWAY_ROOT/deploy/shell/service.sh"

# made COMMAND...: runs COMMAND, which writes an archive to $work/archive, and moves the archive to the final place at
# once, so that the archive appears there complete.
made() {
  if "$@" >"$work/log" 2>&1; then
    mv "$work/archive" "$archive"
    printf '%s' "$java_release" >"$archive.of"
  else
    tail -n 20 "$work/log" >&2
    printf 'slipway: this JDK makes no archive of classes for %s; a start takes longer\n' "$part" >&2
  fi
}

# Later JDKs number the classes of each list, and add hints, and classes of other loaders that refer to these numbers.
# The merged list leaves out numbers, hints and such classes. It also leaves out lambdas with types of picocli: picocli is
# compiled for Java 5, and an archive has no such class that a lambda has linked.
toolkit_classes() {
  "$JAVA_HOME/bin/java" "${toolkit_options[@]}" "$SLIPWAY_ROOT/deploy/shell/Rehearsal.java" "$work" \
    "$JAVA_HOME/bin/java" "${toolkit_options[@]}" -cp "$class_path" dev.slipway.toolkit.Slipway
  cat "$work"/*.classes | sed -E '/^@cp /d; /^@lambda-proxy .*picocli/d; / source: /d; s/ id: [0-9]+$//' | awk '!seen[$0]++' >"$work/all"
}

dump_toolkit() {
  toolkit_classes && "$JAVA_HOME/bin/java" -Xshare:dump -XX:+UseG1GC -XX:SharedClassListFile="$work/all" \
    -XX:SharedArchiveFile="$work/archive" -cp "$class_path"
}

# Starts the service in a separate home folder, and stops the service once it serves. The JVM writes the archive at the
# end.
dump_service() {
  local home=$work/home kernels=$SLIPWAY_ROOT/native-kernels/target/install
  chmod 711 "$work" && mkdir -p "$home/data/tmp"
  service_command "$home" --slipway.port=0 "--slipway.application-folders=$kernels/bin" "--slipway.guard=$kernels/libexec/slipway-guard"
  "${service[0]}" -XX:ArchiveClassesAtExit="$work/archive" -Xlog:cds=error "${service[@]:1}" &
  until [ -e "$home/profile" ]; do
    kill -0 $! || return 1
    sleep 0.2
  done
  kill $!
  wait $! || [ -e "$work/archive" ]
}

find_java
for part in ${1:-toolkit service}; do
  "${part}_start"
  [ -z "$archive_fits" ] || continue
  mkdir -p "${archive%/*}"
  work=$(mktemp -d "${archive%/*}/making.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  made "dump_$part"
  rm -rf "$work"
done
