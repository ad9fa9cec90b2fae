#!/usr/bin/env bash
# slipway bench exchange-figures [--requests N] [--quick]
# Repeats the experiments of the exchange report, with the report's design, rebuilt, and with our server: the rate and
# the time of N requests (10,000)
#   pools    over 2 to 64 threads in the rival's pool (64 connections), and as many connections to ours; clients on the same host, and on
#            another host behind a network (a namespace); valid orders, and the report's data, which are mostly invalid
#   cores    over 1 to all cores for the server, as in the report; also with four times the clients, and with valid orders
#   symbols  over 1 to 10,000 symbols
# Tables go to the standard output, plots to native-kernels/target/bench/exchange-*.svg. The other host needs root.
set -euo pipefail
# shellcheck source=native-kernels/bench/exchange/exchange-bed.bash
source "${SLIPWAY_ROOT:?call ./slipway bench}/native-kernels/bench/exchange/exchange-bed.bash"
requests=10000 name=$$ other=''
while [ $# -gt 0 ]; do
    case $1 in
    --requests)
        [[ ${2:-} =~ ^[0-9]{1,9}$ ]] || fail "$1 needs a number"
        requests=$2
        shift
        ;;
    --quick) requests=500 ;;
    *) fail "bench exchange-figures knows --requests --quick, not $1" ;;
    esac
    shift
done
figures=$results/exchange-figures.figures
orders=(--mix 100/0/0/0 --valid 100) random=(--mix 70/15/10/5 --report-data)
options_of() { if [ "$1" = valid ]; then arguments=("${orders[@]}"); else arguments=("${random[@]}"); fi; }

# Another host: a namespace at the end of a pair of virtual wires.
make_other() {
    [ "$(id -u)" = 0 ] || { echo "the other host is left out: it needs root" && return; }
    other=xch-$name
    ip netns add "$other"
    ip link add "xch$name" type veth peer name eth0 netns "$other"
    ip address add 10.78.21.1/30 dev "xch$name"
    ip link set "xch$name" up
    ip -n "$other" address add 10.78.21.2/30 dev eth0
    ip -n "$other" link set eth0 up
}
drop_other() { [ -z "$other" ] || { ip link delete "xch$name" && ip netns delete "$other"; } 2>/dev/null || true; }

# measure EXPERIMENT DESIGN WHERE DATA X PORT PID OPTION...: a line of figures.
measure() {
    local experiment=$1 design=$2 where=$3 data=$4 x=$5 port=$6 pid=$7 line count server database_cpu arguments
    shift 7
    count=$requests
    # Our server is so much faster that the time would be too short to measure.
    [ "$design" = report ] || count=$((requests * 5))
    options_of "$data"
    load_prefix=() load_host=127.0.0.1
    [ "$where" != other ] || { load_prefix=(ip netns exec "$other") && load_host=10.78.21.1; }
    server=$(cpu_of "$pid") database_cpu=$(cpu_of_database)
    line=$(load "$port" "${arguments[@]}" --prepare no --seconds 3600 --requests "$count" "$@")
    awk -v head="$experiment $design $where $data $x" -v rate="$(field per_s "$line")" -v requests="$requests" -v count="$count" -v server="$server" \
        -v server_end="$(cpu_of "$pid")" -v database="$database_cpu" -v database_end="$(cpu_of_database)" -v load="$(field cpu_s "$line")" -v errors="$(field errors "$line")" \
        'BEGIN { took = count / rate
                 printf "%s %.1f %.3f %.3f %.3f %.3f %.3f\n", head, rate, requests / rate, (server_end - server) / took, (database_end - database) / took, load / took, errors / count }' \
        >>"$figures"
    tail -n 1 "$figures"
    load_prefix=() load_host=127.0.0.1
}

report_with() { # POOL SYMBOLS
    stop_report
    start_report "$1"
    fill_report "$2"
}

pools() {
    local n where data
    for n in 2 4 8 16 32 64; do
        for data in valid random; do
            for where in same ${other:+other}; do
                report_with "$n" 100
                measure pools report "$where" $data "$n" "$report_port" "$report_pid"
                measure pools ours "$where" $data "$n" "$server_port" "$server_pid" --connections "$n"
            done
        done
    done
}

cores() {
    local n all data clients
    all=$(nproc)
    for ((n = 1; n <= all; n++)); do
        for data in valid random; do
            for clients in 64 256; do
                report_with 64 100
                taskset -acp 0-$((n - 1)) "$report_pid" >/dev/null
                taskset -acp 0-$((n - 1)) "$server_pid" >/dev/null
                measure cores report "$clients" $data "$n" "$report_port" "$report_pid" --connections "$clients"
                measure cores ours "$clients" $data "$n" "$server_port" "$server_pid" --connections "$clients"
            done
        done
    done
}

symbols() {
    local n
    for n in 1 10 100 1000 10000; do
        report_with 64 "$n"
        load "$server_port" --prepare only --seconds 1 --symbols "$n" >/dev/null
        measure symbols report same valid "$n" "$report_port" "$report_pid" --symbols "$n"
        measure symbols ours same valid "$n" "$server_port" "$server_pid" --symbols "$n"
    done
}

{
    bed_begin exchange-figures
    trap 'drop_other; bed_end' EXIT
    make_other
    # The report's measuring is on loopback and behind the wire; the server listens on both.
    start_server --listen 0.0.0.0
    : >"$figures"
    echo "load when begun: $(cut -d' ' -f1-3 /proc/loadavg)"
    load "$server_port" --prepare only --seconds 1 >/dev/null
    load "$server_port" "${orders[@]}" --prepare no --seconds 2 >/dev/null
    pools
    cores
    symbols
    echo "load when done: $(cut -d' ' -f1-3 /proc/loadavg)"
} >&2
python3 "$here/exchange_figures.py" "$figures" "$results" "$requests"
