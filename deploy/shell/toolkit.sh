#!/usr/bin/env bash
# The command-line toolkit: any verb that is not one of the script's own.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
folder=$SLIPWAY_ROOT/soap-api/toolkit/target
[ -e "$folder/soap-toolkit-$version.jar" ] || fail "the toolkit is not built" "Run ./slipway build first (or ./slipway demo, which shows everything)."
find_java
# Without a profile of one's own, the one of the service that `slipway serve` keeps on this machine.
if [ -z "${SLIPWAY_PROFILE:-}" ] && [ ! -e "${XDG_CONFIG_HOME:-$HOME/.config}/slipway/profile" ]; then
  export SLIPWAY_PROFILE
  SLIPWAY_PROFILE=$(default_home)/profile
fi
exec "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$folder/soap-toolkit-$version.jar:$folder/lib/*" dev.slipway.toolkit.Slipway "$@"
