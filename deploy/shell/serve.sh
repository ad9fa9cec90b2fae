#!/usr/bin/env bash
# slipway serve [--slipway.KEY=VALUE ...]: runs the service in the foreground on loopback. SLIPWAY_HOME is the service's
# folder (default: /var/lib/slipway as root, ~/.local/share/slipway otherwise). Keys are those of slipway.yaml in that
# folder. Ctrl-C or SIGTERM stops the service; runs go on under their guards.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway serve}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/service.sh
source "$here/service.sh"

for argument in "$@"; do
  case $argument in
    --help) sed -n '2,4s/^# //p' "$here/serve.sh" && exit 0 ;;
    --slipway.*=*) ;;
    *) fail "serve does not know '$argument'" "usage: ./slipway serve [--slipway.KEY=VALUE ...], as --slipway.port=9443" ;;
  esac
done
bash "$here/build.sh"
find_java
home=$(default_home)
prepare_home "$home"
service_command "$home" "$@"
exec "${service[@]}"
