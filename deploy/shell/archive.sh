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
# once, so that the archive appears there complete. A failure is remembered for this JDK and these jars, because each
# further try would delay a start.
made() {
  if "$@" >"$work/log" 2>&1; then
    mv "$work/archive" "$archive"
    printf '%s' "$java_release" >"$archive.of"
  else
    mv "$work/log" "$archive.log"
    printf '%s' "$java_release" >"$archive.failed"
    printf 'slipway: no archive of classes could be made for the %s; a start takes longer. The log: %s\n' "$part" "$archive.log" >&2
  fi
}

has_failed() { [ "$archive.failed" -nt "$archive_jar" ] && [ "$(cat "$archive.failed")" = "$java_release" ]; }

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
# end. The home is not below $work, because the database runs as a user who may not enter the folders above.
dump_service() {
  local kernels=$SLIPWAY_ROOT/native-kernels/target/install deadline=$((SECONDS + 300)) status=0
  home=$(mktemp -d "${TMPDIR:-/tmp}/slipway-rehearsal.XXXXXX")
  chmod 711 "$home" && mkdir -p "$home/data/tmp" || return 1
  service_command "$home" --slipway.port=0 "--slipway.application-folders=$kernels/bin" "--slipway.guard=$kernels/libexec/slipway-guard"
  "${service[0]}" -XX:ArchiveClassesAtExit="$work/archive" -Xlog:cds=error "${service[@]:1}" &
  pid=$!
  until [ -e "$home/profile" ]; do
    kill -0 "$pid" && [ $SECONDS -lt $deadline ] || return 1
    sleep 0.2
  done
  kill "$pid"
  wait "$pid" || status=$?
  # A JVM that was ended in another way than by this SIGTERM may have left a part of an archive.
  [ $status = 143 ] && [ -e "$work/archive" ]
}

# Ends a service that was started above, and removes the files of this call.
cleared() {
  [ -z "$pid" ] || { kill "$pid" && wait "$pid"; } 2>/dev/null || true
  rm -rf "$work" "$home"
  pid='' work='' home=''
}

pid='' work='' home=''
trap cleared EXIT
find_java
for part in ${1:-toolkit service}; do
  "${part}_start"
  [ -z "$archive_fits" ] && ! has_failed || continue
  mkdir -p "${archive%/*}"
  work=$(mktemp -d "${archive%/*}/making.XXXXXX")
  made "dump_$part"
  cleared
done
