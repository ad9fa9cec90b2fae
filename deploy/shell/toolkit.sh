#!/usr/bin/env bash
# Runs the command-line toolkit, for each verb without a script in this folder.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/start.sh
source "$SLIPWAY_ROOT/deploy/shell/start.sh"
# `help VERB` opens the verb's man page where there is a pager; elsewhere it prints the verb's --help.
if [ "${1:-}" = help ] && [ $# -gt 1 ]; then
  shift
  page=$SLIPWAY_ROOT/soap-api/toolkit/target/man/man1/$(IFS=-; printf '%s' "slipway-$*").1
  if [ -e "$page" ] && command -v man >/dev/null; then
    exec man -l "$page"
  fi
  # Verbs that are scripts of this folder print their own help.
  case $1 in
    demo | test | serve | bench | build | exchange) exec bash "$SLIPWAY_ROOT/deploy/shell/$1.sh" "${@:2}" --help ;;
  esac
  set -- "$@" --help
fi
case "${1:-}" in
  '' | help | --help | -h)
    sed -n '2,4s/^# //p' "$SLIPWAY_ROOT/slipway" && echo
    [ $# = 0 ] || set -- --help
    ;;
esac
find_java
toolkit_start
# A user without a profile gets the profile of the service that `slipway serve` keeps on this machine.
own=${XDG_CONFIG_HOME:-$HOME/.config}/slipway
if [ -z "${SLIPWAY_PROFILE:-}" ] && [ ! -e "$own/profile" ] && [ ! -e "$own/current" ]; then
  SLIPWAY_PROFILE=$(default_home)/profile
  export SLIPWAY_PROFILE
fi
if [ -t 1 ] && size=$(stty size </dev/tty 2>/dev/null); then
  export LINES=${size% *} COLUMNS=${size#* }
fi
# The reader of job documents is on the class path of the verbs that need it. All others start without the reader.
offline=$SLIPWAY_ROOT/soap-api/offline/target
case "${1:-}" in
  validate | convert | format) class_path+=":$offline/soap-offline-$version.jar:$offline/lib/*" ;;
esac
[ -z "$archive_fits" ] || toolkit_options+=(-XX:SharedArchiveFile="$archive")
exec "$JAVA_HOME/bin/java" "${toolkit_options[@]}" -cp "$class_path" dev.slipway.toolkit.Slipway "$@"
