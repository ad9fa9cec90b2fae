#!/usr/bin/env bash
# Usage: slipway serve [-h] [--slipway.KEY=VALUE...]
# Runs the service in the foreground, on loopback, until Ctrl-C or SIGTERM. Runs go on under their guards.
# The service's folder is $SLIPWAY_HOME; default: /var/lib/slipway as root, ~/.local/share/slipway otherwise.
#
#   --slipway.KEY=VALUE   a setting in place of that in slipway.yaml of the folder, as --slipway.port=9443
#   -h, --help            shows this help
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway serve}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/service.sh
source "$here/service.sh"

for argument in "$@"; do
  case $argument in
    -h | --help) help_of "$here/serve.sh" && exit 0 ;;
    --slipway.*=*) ;;
    *) misuse "serve does not know '$argument'" "usage: ./slipway serve [--slipway.KEY=VALUE ...], as --slipway.port=9443" ;;
  esac
done
bash "$here/build.sh"
find_java
home=$(default_home)
prepare_home "$home"
service_command "$home" "$@"
exec "${service[@]}"
