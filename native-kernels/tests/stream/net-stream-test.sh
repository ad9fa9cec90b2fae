#!/usr/bin/env bash
# A graph over four hosts. usage: net-stream-test.sh STREAM_LAUNCH FOLDER MPIRUN
# FOLDER has stream-sums and stream-model-mpi. Ends with 77 if such hosts cannot be made.
set -u
launch=$1 programs=$2 mpirun=$3
bed=$(dirname "$0")/../net/four-hosts.sh
"$bed" true || exit $?
top=$(mktemp -d /tmp/slipway-net-stream.XXXXXX)
trap 'rm -rf "$top"' EXIT
export TMPDIR=$top
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }

readonly right='check: squares=5000 sum=41679167500 models=5000 sum='
readonly agent='bash /dev/shm/bed/agent'

# write NAME SED...: the graph of the tests, changed by sed, as NAME.xml. Kernels are on three hosts; ranks on two.
write() {
    local name=$1 change=()
    shift
    for each in "$@"; do change+=(-e "$each"); done
    sed -e "s|PROGRAMS|$programs|" "${change[@]}" >"$top/$name.xml" <<'XML'
<graph xmlns="urn:slipway:stream-graph:1" name="sums">
  <network name="inner" subnet="10.77.0.0/24"/>
  <host name="one" here="yes" address="10.77.0.1"/>
  <host name="two" address="10.77.0.2" slots="1"><on network="inner" address="10.77.0.2"/></host>
  <host name="three" address="10.77.0.3" slots="1"><on network="inner" address="10.77.0.3"/></host>
  <host name="four" address="10.77.0.4"/>
  <kernel name="source" number="0" host="one" program="PROGRAMS/stream-sums"><argument>--records</argument><argument>5000</argument></kernel>
  <kernel name="square" number="1" hosts="two three" copies="2" program="PROGRAMS/stream-sums"/>
  <kernel name="model" number="2" hosts="two three" ranks="2" network="inner" program="PROGRAMS/stream-model-mpi"/>
  <kernel name="check" number="3" host="four" program="PROGRAMS/stream-sums"/>
  <link from="source" to="square" kind="divide"/>
  <link from="square" to="model check" kind="duplicate"/>
  <link from="model" to="check"/>
  <link from="check" to="source" feedback="yes"/>
</graph>
XML
}
start() { # NAME COMMAND...: runs a graph on four hosts, and then COMMAND there
    local name=$1
    shift
    status=0
    # shellcheck disable=SC2016
    "$bed" --slots 1 timeout -k 5 600 sh -c '"$1" --mpirun "$2" --shell "$3" "$4"; s=$?; shift 4; "$@"; exit $s' sh \
        "$launch" "$mpirun" "$agent" "$top/$name.xml" "$@" >"$top/$name.out" 2>"$top/$name.err" || status=$?
}
# For each host: leftovers in /dev/shm, and of the programs.
# shellcheck disable=SC2016
readonly look='for h in 1 2 3 4; do
    holder=$(cat /dev/shm/bed/10.77.0.$h)
    nsenter --target "$holder" --mount --pid="/proc/$holder/ns/pid_for_children" sh -c "ls /dev/shm | grep osf-; ps -e | grep -E \"stream-(su|mo|re)\""
done; true'

gives_the_same_sums_on_four_hosts() {
    write hosts
    start hosts sh -c "$look"
    [ "$status" = 0 ] || fail "status $status: $(cat "$top/hosts.err")"
    [[ $(cat "$top/hosts.out") = "$right"* ]] || fail "$(cat "$top/hosts.out")"
    [ "$(wc -l <"$top/hosts.out")" = 1 ] || fail "left: $(cat "$top/hosts.out")"
}
leads_a_link_through_a_relay_on_another_host() {
    write relay 's/<host name="three"/<host name="three" launcher="LAUNCHER"/' "s|LAUNCHER|${launch%/*}|" \
        's/<link from="model"/<link via="three" from="model"/'
    start relay sh -c "$look"
    [ "$status" = 0 ] || fail "status $status: $(cat "$top/relay.err")"
    [[ $(cat "$top/relay.out") = "$right"* ]] || fail "$(cat "$top/relay.out")"
}
leads_a_link_through_relays_on_two_hosts_in_a_row() {
    write relays 's/<host name="[tf][a-z]*"/& launcher="LAUNCHER"/' "s|LAUNCHER|${launch%/*}|" \
        's/<link from="model"/<link via="two four one" from="model"/'
    start relays sh -c "$look"
    [ "$status" = 0 ] || fail "status $status: $(cat "$top/relays.err")"
    [[ $(cat "$top/relays.out") = "$right"* ]] || fail "$(cat "$top/relays.out")"
}
names_a_kernel_of_another_host_that_dies() {
    write dies '/number="3"/s|/>|><argument>--die</argument><argument>3</argument><argument>9</argument></kernel>|'
    start dies sh -c "$look"
    [ "$status" = 5 ] || fail "status $status"
    grep -q 'the chain ended because kernel check on host four died by signal 9' "$top/dies.err" || fail "$(cat "$top/dies.err")"
    [ ! -s "$top/dies.out" ] || fail "left: $(cat "$top/dies.out")"
}
ends_with_a_message_when_a_link_is_cut() {
    write cut '/number="3"/s|/>|><argument>--die</argument><argument>3</argument><argument>hang</argument></kernel>|' \
        '/<link from="model"/d; s/"model check" kind="duplicate"/"check"/; /number="2"/d'
    # The card of host 4 goes down after the kernel there has stopped taking records.
    # shellcheck disable=SC2016
    "$bed" --slots 1 timeout -k 5 600 bash -c '
        "$1" --shell "$2" "$3" 2> >(while read -r line; do
            echo "$line"
            case $line in *"about to end by hang"*) nsenter --target "$(cat /dev/shm/bed/10.77.0.4)" --net ip link set eth0 down ;; esac
        done >"$4")' bash "$launch" "$agent" "$top/cut.xml" "$top/cut.err" >"$top/cut.out" || status=$?
    grep -q 'the network is cut or the host is gone\|Connection timed out\|No route to host\|connection is lost' "$top/cut.err" || fail "$(cat "$top/cut.err")"
}

for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)) && echo "ok $name"; else failed=$((failed + 1)) && echo "not ok $name"; fi
done
echo "net-stream: $passed passed, $failed failed"
[ $failed = 0 ]
