#!/usr/bin/env bash
# process-cut-test.sh PAGES MPIEXEC: on hosts of four-hosts.sh. The network of two hosts is cut, that of a server and that of a client,
# while calls run: the others end within 10 s and name the host, also a client that waits for room to send. A client
# waits longer for a stopped server on a host that answers.
set -euo pipefail
pages=$1 mpiexec=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT # what else runs ends with the namespaces
# shellcheck source=native-kernels/tests/process/deaths.bash
. "$(dirname "$0")/deaths.bash"
on_host() { nsenter --target "$(cat "/dev/shm/bed/10.77.0.$1")" --net "${@:2}"; }
# Processes of PAGES with these words, as this host sees them.
processes() { pgrep -f -x -- "$pages $*"; }
# Whether so many connections of this host wait for the other side to make room.
wait_for_room() { [ "$(ss -Htno state established | grep -c 'timer:(persist')" = "$1" ]; }
all_are_there() { for i in 0 1 2; do [ -s "$work/split/rank-$i" ] || return 1; done; }

head -c 32 /dev/urandom | base64 >"$work/secret"
chmod 600 "$work/secret"
mkdir "$work/split"
# world NAME HOSTS...: a world of one server on each host.
world() {
  local hosts=("${@:2}")
  "$mpiexec" -n ${#hosts[@]} --host "$(IFS=, && echo "${hosts[*]/#/10.77.0.}")" "$pages" serve "$work/folder" "$1" "$work/secret" \
    >"$work/$1" 2>&1 &
  until_so test -e "$work/folder/worlds/$1.world"
}
world busy 1 3
world far 3 4
"$mpiexec" -n 1 --host 10.77.0.1 "$pages" fill "$work/folder" far "$work/secret" a-page 'a page on host 4' ||
  not_ok "no page is made on another host: $(cat "$work/far")"
[ "$("$mpiexec" -n 1 --host 10.77.0.2 "$pages" show "$work/folder" far "$work/secret" a-page)" = 'a page on host 4' ] ||
  not_ok "the page of another host is another one"

"$pages" push "$work/folder" busy "$work/secret" "$work/end" 2>"$work/busy-said" &
patient=$!
until_so wait_for_room 1
for stopped in $(processes serve "$work/folder" busy "$work/secret"); do
  [ ! "/proc/$stopped/ns/net" -ef "/proc/$(cat /dev/shm/bed/10.77.0.3)/ns/net" ] || break
done
kill -STOP "$stopped"
"$pages" push "$work/folder" far "$work/secret" "$work/nothing" 2>"$work/pushes" &
pushes=$!
until_so wait_for_room 2
"$pages" stay "$work/folder" far "$work/secret" "$work/nothing" >"$work/stays" 2>"$work/stays" &
stays=$!
until_so grep -q staying "$work/stays"
# Clients on hosts 1 and 2, a server on host 3.
"$mpiexec" -n 3 --host 10.77.0.1,10.77.0.2,10.77.0.3 "$pages" split "$work/split" >"$work/log" 2>&1 &
until_so all_are_there
mapfile -t others < <(processes split "$work/split" && processes serve "$work/folder" far "$work/secret")
[ ${#others[@]} = 5 ] || not_ok "there are ${#others[@]} processes"

since=${EPOCHREALTIME/./}
on_host 2 ip link set eth0 down
on_host 4 ip link set eth0 down
all_end_in_time 'hosts 2 and 4' "${others[@]}" $stays $pushes
for said in stays pushes far; do says 'server 1 on host host4' "$work/$said"; done
for rank in 0 2; do
  says 'client 1 .*host2' "$work/split/said-$rank"
done
says 'server 0 on host host3' "$work/split/said-1" # its own host is the one that is cut off
echo "ok hosts that are cut off are named within 10 s"

kill -0 $patient 2>/dev/null || not_ok "a server that was stopped counts as dead: $(cat "$work/busy-said")"
kill -CONT "$stopped"
touch "$work/end"
wait $patient || not_ok "a client of a server that was stopped ends badly: $(cat "$work/busy-said")"
echo "ok a server that was stopped is waited for"
