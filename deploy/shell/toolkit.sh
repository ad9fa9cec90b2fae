#!/usr/bin/env bash
# The command-line toolkit: any verb that is not one of the script's own.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
folder=$SLIPWAY_ROOT/soap-api/toolkit/target
case "${1:-}" in
  '' | help | --help | -h) sed -n '2,3s/^# //p' "$SLIPWAY_ROOT/slipway" && echo ;;
esac
[ -e "$folder/soap-toolkit-$version.jar" ] || fail "the toolkit is not built" "Run ./slipway build first (or ./slipway demo, which shows everything)."
find_java
# Without a profile of one's own, the one of the service that `slipway serve` keeps on this machine.
if [ -z "${SLIPWAY_PROFILE:-}" ] && [ ! -e "${XDG_CONFIG_HOME:-$HOME/.config}/slipway/profile" ]; then
  export SLIPWAY_PROFILE
  SLIPWAY_PROFILE=$(default_home)/profile
fi
if [ -t 1 ] && size=$(stty size </dev/tty 2>/dev/null); then
  export LINES=${size% *} COLUMNS=${size#* }
fi
# The reader of job documents is on the class path of the verbs that need it; all others start without it.
offline=$SLIPWAY_ROOT/soap-api/offline/target
case "${1:-}" in
  validate | convert | format) documents=":$offline/soap-offline-$version.jar:$offline/lib/*" ;;
  *) documents='' ;;
esac
exec "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$folder/soap-toolkit-$version.jar:$folder/lib/*$documents" dev.slipway.toolkit.Slipway "$@"
