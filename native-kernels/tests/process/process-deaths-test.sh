#!/usr/bin/env bash
# process-deaths-test.sh PAGES MPIEXEC...: kills one of the ranks of a world, which are set apart, while calls run. The
# others end within 10 s and name the killed rank, also a client that waits for room to send.
set -euo pipefail
pages=$1
shift
mpiexec=("$@" --enable-recovery)
work=$(mktemp -d)
trap 'kill $! 2>/dev/null || true; wait; rm -rf "$work"' EXIT
# shellcheck source=native-kernels/tests/process/deaths.bash
. "$(dirname "$0")/deaths.bash"
all_are_there() { for i in 0 1 2 3; do [ -s "$folder/rank-$i" ] || return 1; done; }

# dies RANK NAME: kills RANK; all others say NAME of it, and end.
dies() {
  local victim i others=()
  folder=$work/$1
  mkdir "$folder"
  "${mpiexec[@]}" -n 4 "$pages" split "$folder" >"$folder/log" 2>&1 &
  until_so all_are_there
  victim=$(cat "$folder/rank-$1")
  for i in 0 1 2 3; do [ "$i" = "$1" ] || others+=("$(cat "$folder/rank-$i")"); done
  since=${EPOCHREALTIME/./}
  kill -KILL "$victim"
  all_end_in_time "$2" "${others[@]}"
  for i in 0 1 2 3; do
    [ "$i" = "$1" ] || grep -q "$2.*process $victim" "$folder/said-$i" || not_ok "rank $i does not name $2: $(cat "$folder/said-$i")"
  done
  wait $! || true
  printf 'ok %s dies, and is named by all\n' "$2"
}
dies 2 'server 0' # with the objects that are called
dies 3 'server 1'
dies 1 'client 1'
