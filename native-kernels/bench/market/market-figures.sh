#!/usr/bin/env bash
# slipway bench market-figures [--hosts one|four|clusters|all] [--report 32|58] [--seconds S] [--rounds N]
#                              [--chains LIST] [--quick] [--real-time]
# Repeats figures 8 and 9 of the reports: confirmation times and messages a second by the
# rate of orders, for the chain over streams and over MPI.
#   one       one host, two processes, no store: streams, Open MPI, MPICH
#   four      four hosts at 1 Gbit/s, a kernel on each: streams, Open MPI
#   clusters  two clusters 20 ms apart, with hosts hidden behind head nodes: streams via the heads, Open MPI if the heads route its
#             packets, and whether Open MPI gets through without routing
# A report runs whole, once, unless --seconds bounds each rate; --quick is 2 seconds in 5 rounds. --chains leaves some
# out: hybrid,openmpi,mpich. With --real-time each chain has real-time priority (chrt -r 1), followed by an equally long
# rest for other processes. Tables and plots go to native-kernels/target/bench; hosts are namespaces made by tests/net.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
kernels=$SLIPWAY_ROOT/native-kernels build=$SLIPWAY_ROOT/native-kernels/target/cmake here=$SLIPWAY_ROOT/native-kernels/bench/market
net=$kernels/tests/net mpich=$kernels/target/bench/cmake-mpich results=$kernels/target/bench
hosts=one report=32 seconds='' rounds=1 chains=hybrid,openmpi,mpich priority=
while [ $# -gt 0 ]; do
    [[ $1 = --quick ]] && seconds=2 rounds=5 && shift && continue
    [[ $1 = --real-time ]] && priority='chrt -r 1' && shift && continue
    [[ $1 =~ ^--(hosts|report|seconds|rounds|chains)$ ]] || fail "bench market-figures knows --hosts --report --seconds --rounds --chains --quick --real-time, not $1"
    [ $# -gt 1 ] || fail "$1 needs a value"
    printf -v "${1#--}" %s "$2"
    shift 2
done
[[ $hosts =~ ^(one|four|clusters|all)$ ]] || fail "--hosts does not take $hosts" "It takes one, four, clusters or all."
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "--rounds does not take $rounds" "It takes a whole number."
[[ $chains =~ ^(hybrid|openmpi|mpich)(,(hybrid|openmpi|mpich))*$ ]] || fail "--chains does not take $chains" "It takes some of hybrid,openmpi,mpich."
run=(--report "$report")
[ -z "$seconds" ] || run+=(--seconds "$seconds")

mkdir -p "$results"
{
    cmake -S "$kernels" -B "$build" && cmake --build "$build" -j2 --target market-chain stream-launch stream-relay delay-line
    [[ $chains != *mpich* ]] || { cmake -S "$kernels" -B "$mpich" -DSLIPWAY_MPI=mpich && cmake --build "$mpich" -j2 --target market-chain; }
} >"$results/market-chain.build" 2>&1 || fail "the chain cannot be built" "$results/market-chain.build says why."
top=$(mktemp -d "$results/figures-XXXXXX")
trap 'rm -rf "$top"' EXIT

# figures SETTING BED...: all rounds of the setting on the hosts of BED, and the figures.
figures() {
    local setting=$1 status=0
    shift
    mkdir "$top/$setting"
    BUILD=$build MPICH=$mpich PRIORITY=$priority TMPDIR=$top "$@" bash "$here/market-rounds.sh" "$setting" "$rounds" "$chains" "$top/$setting" "${run[@]}" || status=$?
    [ $status != 77 ] || { printf '%s\n' "$setting: left out, for such hosts cannot be made here" && return; }
    [ $status = 0 ] || fail "the figures of $setting are missing (status $status)"
    python3 "$here/market_figures.py" "$setting" "$report" "$top/$setting" "$results"
}
[[ ! $hosts =~ ^(one|all)$ ]] || figures one env
[[ ! $hosts =~ ^(four|all)$ ]] || figures four "$net/four-hosts.sh" --slots 1 --rate 1gbit
[[ ! $hosts =~ ^(clusters|all)$ ]] || figures clusters "$net/four-hosts.sh" --hosts 6 --slots 1 --rate 1gbit "$net/two-clusters.sh" "$build/tests/delay-line 20"
