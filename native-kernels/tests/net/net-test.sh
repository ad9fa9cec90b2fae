#!/usr/bin/env bash
# Tests on four hosts, and of the four hosts. usage: net-test.sh VAR_MC MAKE_INPUTS MPIRUN
# Each case is a function named as a sentence of behaviour. Ends with 77 if such hosts cannot be made.
set -u
var_mc=$1 make_inputs=$2 mpirun=$3
bed=$(dirname "$0")/four-hosts.sh
"$bed" true || exit $?
top=$(mktemp -d /tmp/slipway-net-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
on_hosts() { "$bed" --rate 400mbit timeout -k 5 1700 "$mpirun" "$@"; }

places_two_ranks_on_each_of_four_hosts() {
    on_hosts -n 8 hostname >"$top/names" || fail "status $?"
    [ "$(sort "$top/names" | xargs)" = "host1 host1 host2 host2 host3 host3 host4 host4" ] || fail "$(cat "$top/names")"
}
shares_files_but_no_memory_between_hosts() {
    # shellcheck disable=SC2016
    "$bed" --slots 1 timeout -k 5 1700 "$mpirun" -n 4 sh -c '
        touch "/dev/shm/of-$(hostname)" "$1/of-$(hostname)"
        until [ "$(ls "$1" | grep -c ^of-)" = 4 ]; do sleep 0.05; done; ls /dev/shm | grep -c ^of-' sh "$top" >"$top/counts" || fail "status $?"
    [ "$(xargs <"$top/counts")" = "1 1 1 1" ] || fail "files in /dev/shm: $(xargs <"$top/counts")"
    [ "$(find "$top" -name 'of-host*' | wc -l)" = 4 ] || fail "files in $top"
}
limits_what_a_host_sends() {
    "$bed" --hosts 2 --rate 80mbit sh -c 'tc -s qdisc show dev eth0' >"$top/qdisc"
    grep -q 'tbf.*rate 80Mbit' "$top/qdisc" || fail "$(cat "$top/qdisc")"
}
ends_with_the_status_of_its_command() {
    "$bed" sh -c 'exit 7'
    local status=$?
    [ $status = 7 ] || fail "status $status"
}
leaves_no_process_when_it_is_killed() {
    local signal pipe started
    for signal in TERM KILL; do
        # Each rank holds the pipe open, so the reader ends when the last rank has ended.
        pipe=$top/$signal
        mkfifo "$pipe"
        # shellcheck disable=SC2016
        "$bed" "$mpirun" -n 8 sh -c 'exec >"$1" && echo up && exec sleep 300' sh "$pipe" 2>/dev/null &
        started=$!
        timeout 1700 cat <"$pipe" >"$pipe.read" &
        until [ "$(wc -l <"$pipe.read")" = 8 ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
        kill -$signal $started
        wait $! || fail "after SIG$signal a rank is left; $(wc -l <"$pipe.read") were up"
        [ "$(wc -l <"$pipe.read")" = 8 ] || fail "only $(wc -l <"$pipe.read") ranks were up"
    done 2>/dev/null
}
gives_the_bits_of_one_rank_for_var_mc() {
    "$make_inputs" "$top" 300 6 200 || fail "inputs"
    local options=(--positions "$top/positions.csv.gz" --prices "$top/prices.csv.gz" --curve "$top/curve.csv" --scenarios 1500 --paths 200)
    "$var_mc" "${options[@]}" --pnl "$top/pnl-1" --figures "$top/figures-1" >/dev/null || fail "status $? on one rank"
    on_hosts -n 8 "$var_mc" "${options[@]}" --pnl "$top/pnl-8" --figures "$top/figures-8" >/dev/null || fail "status $? on four hosts"
    cmp "$top/pnl-1" "$top/pnl-8" || fail "another P&L"
    cmp "$top/figures-1" "$top/figures-8" || fail "other figures"
}

for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v ^on_); do
    bad=0
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)) && echo "ok $name"; else failed=$((failed + 1)) && echo "not ok $name"; fi
done
echo "net: $passed passed, $failed failed"
[ $failed = 0 ]
