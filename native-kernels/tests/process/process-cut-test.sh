#!/usr/bin/env bash
# process-cut-test.sh PAGES MPIEXEC: on hosts of four-hosts.sh. The network of the host of a server is cut: its client ends, and names
# the host.
set -euo pipefail
pages=$1 mpiexec=$2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
not_ok() { printf 'not ok: %s\n' "$*" >&2; exit 1; }
until_so() {
  local since=$SECONDS
  until "$@" 2>/dev/null; do
    [ $((SECONDS - since)) -lt 120 ] || not_ok "waited in vain for: $*"
    sleep 0.02
  done
}

head -c 32 /dev/urandom | base64 >"$work/secret"
chmod 600 "$work/secret"
"$mpiexec" -n 2 --host 10.77.0.3,10.77.0.4 "$pages" serve "$work/folder" one "$work/secret" >"$work/log" 2>&1 &
until_so test -e "$work/folder/worlds/one.world"
"$mpiexec" -n 1 --host 10.77.0.1 "$pages" fill "$work/folder" one "$work/secret" far 'a page on host 4' ||
  not_ok "no page is made on another host: $(cat "$work/log")"
[ "$("$mpiexec" -n 1 --host 10.77.0.2 "$pages" show "$work/folder" one "$work/secret" far)" = 'a page on host 4' ] ||
  not_ok "the page of another host is another one"
"$mpiexec" -n 1 --host 10.77.0.1 "$pages" stay "$work/folder" one "$work/secret" "$work/nothing" >"$work/stays" 2>"$work/said" &
until_so grep -q staying "$work/stays"
nsenter --target "$(cat /dev/shm/bed/10.77.0.4)" --net ip link set eth0 down
until_so grep -q 'server 1 on host host4' "$work/said"
echo "ok a host that is cut off is named"
