#!/usr/bin/env bash
# process-deaths-test.sh PAGES MPIEXEC...: of a world whose ranks are set apart, one dies; the others end and name it.
set -euo pipefail
pages=$1
shift
work=$(mktemp -d)
trap 'kill $! 2>/dev/null || true; wait; rm -rf "$work"' EXIT
failed=0
not_ok() { printf 'not ok: %s\n' "$*" >&2; failed=1; }
until_so() {
  local since=$SECONDS
  until "$@" 2>/dev/null; do
    [ $((SECONDS - since)) -lt 120 ] || { not_ok "waited in vain for: $*"; exit 1; }
    sleep 0.02
  done
}
all_are_there() { for i in 0 1 2 3; do [ -s "$folder/rank-$i" ] || return 1; done; }

# dies RANK NAME: kills RANK; all others say NAME of it.
dies() {
  local victim
  folder=$work/$1
  mkdir "$folder"
  "${mpiexec[@]}" -n 4 "$pages" split "$folder" >"$folder/log" 2>&1 &
  until_so all_are_there
  victim=$(cat "$folder/rank-$1")
  kill -KILL "$victim"
  since=$SECONDS
  for i in 0 1 2 3; do
    [ "$i" != "$1" ] || continue
    until_so test -s "$folder/said-$i"
    grep -q "$2.*process $victim" "$folder/said-$i" || not_ok "rank $i does not name $2: $(cat "$folder/said-$i")"
  done
  printf 'after %d s all others have ended\n' $((SECONDS - since))
  wait $! || true
  [ $failed = 0 ] && printf 'ok %s dies, and is named by all\n' "$2"
}
mpiexec=("$@" --enable-recovery)
dies 3 'server 1'
dies 1 'client 1'
exit $failed
