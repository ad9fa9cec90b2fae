#!/usr/bin/env bash
# Usage: slipway build [-h]
# Makes the server, the toolkit, the demo and the kernels, unless they were made from exactly these sources.
#
#   -h, --help   shows this help
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway build}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
case ${1:-} in
  '') ;;
  -h | --help) help_of "$here/build.sh" && exit 0 ;;
  *) misuse "build takes no arguments" "usage: ./slipway build" ;;
esac
# A caller that has built everything, such as `slipway test`, sets SLIPWAY_BUILT.
[ -z "${SLIPWAY_BUILT:-}" ] || exit 0

stamp=$SLIPWAY_ROOT/target/built-of
modules=deploy/postgres,middleware-core,middleware-core/authoring,staging-gateway,soap-api/document,soap-api/service,soap-api/toolkit,soap-api/offline,web-ui,native-kernels,deploy/server,deploy/demo

# Prints one digest over the names and contents of all sources, and over the presence of the libraries without which the
# exchange server and fft3d are left out.
sources_digest() {
  (cd "$SLIPWAY_ROOT" &&
    printf 'exchange:%s\n' "$(is_there "${exchange_needs[0]%%:*}" && echo yes)" &&
    printf 'fft:%s\n' "$(is_there "${fft_needs[0]%%:*}" && echo yes)" &&
    find pom.xml middleware-core staging-gateway soap-api web-ui native-kernels deploy \
      -name target -prune -o -path '*/src/test' -prune -o -type f ! -name '*.md' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum
}

set_up demo
find_java
mkdir -p "$SLIPWAY_ROOT/target"
digest=$(sources_digest)
server=$SLIPWAY_ROOT/deploy/server/target/app/slipway-server-$version-exec.jar
if [ -e "$server" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$digest" ]; then
  begin "built already of these sources"
  # The JDK may be another one than at the build.
  bash "$here/archive.sh" || printf 'slipway: no archives of classes; starts take longer\n' >&2
  end
  exit 0
fi
[ -e "$stamp" ] || printf '  The first build takes some minutes; it writes target/build.log.\n'
begin "build the service, the toolkit and the kernels"
# Programs that an earlier version installed, and this version does not, must not stay among the programs.
rm -rf "$SLIPWAY_ROOT/native-kernels/target/install"
: >"$SLIPWAY_ROOT/target/build.log"
(cd "$SLIPWAY_ROOT" && quietly target/build.log ./mvnw -B -ntp -Dship -DskipStyle -DskipTests -pl "$modules" package &&
  quietly target/build.log bash "$here/manual.sh" && quietly target/build.log bash "$here/archive.sh")
printf '%s\n' "$digest" >"$stamp"
end
