#!/usr/bin/env bash
# slipway bench exchange [--quick] [--json] [--check]
# The exchange server beside its rivals, on one PostgreSQL, side by side in one run: valid orders, one a request, 64
# connections, each answered after its commit. Load, server and database share the machine. Each round measures each of
# them once:
#   orders      the exchange server                     update     pgbench: a single-row update a transaction, prepared, 64 clients
#   memory      the server without its store            one_txn    an order as one transaction, a function of the database
#   c1024       1,024 connections                       report     the design of the exchange report, rebuilt
#   one_symbol  all orders in one symbol                one_core   server, load and database on one core
# Then follow the time of answers at half of the measured rate, and a restart with many stored orders. Lines CELL VALUE
# go to native-kernels/target/bench/exchange.figures, and exchange_report.py makes the table from them and checks the
# goals.
set -euo pipefail
# shellcheck source=native-kernels/bench/exchange/exchange-bed.bash
source "${SLIPWAY_ROOT:?call ./slipway bench}/native-kernels/bench/exchange/exchange-bed.bash"
rounds=7 seconds=8 stored=10000000 open=100000
for option in "$@"; do
    [[ $option =~ ^--(quick|json|check)$ ]] || fail "bench exchange knows --quick --json --check, not $option"
    [ "$option" != --quick ] || rounds=3 seconds=2 stored=1000000
done
figures=$results/exchange.figures
valid=(--mix 100/0/0/0 --valid 100 --prepare no --seconds "$seconds")
both=$(taskset -cp $$ | sed 's/.*: //') one=${both%%[,-]*}
note() { printf '%s %s\n' "$1" "$2" >>"$figures"; }
# spent PID: the processor's seconds of a server and of the database so far.
spent() { awk -v server="$(cpu_of "$1")" -v database="$(cpu_of_database)" 'BEGIN { print server + database }'; }
# rate CELL PORT PID OPTION...: notes the orders a second, and the processor's microseconds of an order: server, database and load.
rate() {
    local line before
    before=$(spent "$3")
    line=$(load "$2" "${valid[@]}" "${@:4}")
    note "$1" "$(field per_s "$line")"
    note "$1.cpu_us" "$(awk -v before="$before" -v after="$(spent "$3")" -v load="$(field cpu_s "$line")" -v orders="$(field requests "$line")" \
        'BEGIN { print (after - before + load) / orders * 1e6 }')"
}
# transactions CELL FILE: notes the transactions a second of pgbench, and the processor's microseconds of one in the database.
transactions() {
    local before rate
    before=$(cpu_of_database)
    rate=$(pgbench_rate "$2" "$seconds")
    note "$1" "$rate"
    note "$1.cpu_us" "$(awk -v before="$before" -v after="$(cpu_of_database)" -v count="$rate" -v seconds="$seconds" 'BEGIN { print (after - before) / count / seconds * 1e6 }')"
}
# pin CORES: server and database, all of their threads and processes, there.
pin() {
    local pid
    for pid in $server_pid $(postmaster) $(pgrep -P "$(postmaster)"); do taskset -acp "$1" "$pid" >/dev/null 2>&1 || true; done
}

with_server() { # CELL...: each measured once
    local cell
    for cell in "$@"; do
        case $cell in
        orders) rate orders "$server_port" "$server_pid" ;;
        c1024) rate c1024 "$server_port" "$server_pid" --connections 1024 ;;
        one_symbol) rate one_symbol "$server_port" "$server_pid" --symbols 1 ;;
        one_core)
            pin "$one"
            load_prefix=(taskset -c "$one")
            rate one_core "$server_port" "$server_pid"
            load_prefix=()
            pin "$both"
            ;;
        esac
    done
}

memory() {
    local port=$server_port pid=$server_pid
    server_port=0
    start_server --no-store
    load "$server_port" --prepare only --seconds 1 >/dev/null
    rate memory "$server_port" "$server_pid"
    stop_server
    server_port=$port server_pid=$pid
}

report() {
    start_report 64
    fill_report 100
    rate report "$report_port" "$report_pid"
    stop_report
}

# half_rate: the time of answers in an open loop, at half of the median rate.
half_rate() {
    local half line
    half=$(awk '$1 == "orders" { print $2 }' "$figures" | sort -g | awk '{ v[NR] = $1 } END { print int(v[int((NR + 1) / 2)] / 2) }')
    line=$(load "$server_port" "${valid[@]}" --rate "$half")
    note p50_ms "$(field p50_ms "$line")"
    note p99_ms "$(field p99_ms "$line")"
}

# fill: creates the requested numbers of stored and of open orders: first orders that trade, then orders that rest, and
# again some that trade, at a price without resting orders.
fill() {
    local many=(--mix 100/0/0/0 --valid 100 --prepare no --orders-per-request 200 --connections 16 --seconds 3600) now
    send() { [ "$2" -le 0 ] || load "$server_port" "${many[@]}" --trade "$1" --requests $((($2 + 199) / 200)) >/dev/null; }
    send all $((stored - open - $(sql -c 'SELECT orders FROM state')))
    settle
    now=$(sql -c "SELECT count(*) FROM \"order\" WHERE state = 'open'")
    send none $((open - now))
    settle
    send all $((stored - $(sql -c 'SELECT orders FROM state')))
    settle
}

# settle: until the tables are as of the ledger's end.
settle() {
    local until=$((SECONDS + WAIT_SECONDS))
    until [ "$(sql -c 'SELECT as_of = (SELECT max(number) FROM ledger) FROM state')" = t ]; do
        [ $SECONDS -lt $until ] || fail "the tables do not come up to the ledger"
        sleep 0.1
    done
}

audit() { tail -n 1 <<<"$("$programs/exchange-audit" --database "$database" --password-file "$bed/postgres/password")"; }

# restart: of a separate exchange, because orders left open by the rounds above would distort the figure.
restart() {
    local begun
    stop_server
    bed_end
    server_port=0
    bed_begin exchange-restart
    start_server
    load "$server_port" --prepare only --seconds 1 >/dev/null
    fill
    note stored "$(sql -c 'SELECT orders FROM state')"
    note open "$(sql -c "SELECT count(*) FROM \"order\" WHERE state = 'open'")"
    stop_server KILL
    begun=$(date +%s%N)
    start_server
    note restart_s "$(awk -v ns=$(($(date +%s%N) - begun)) 'BEGIN { print ns / 1e9 }')"
    load "$server_port" "${valid[@]}" >/dev/null
    note rss_mb "$(awk '/VmHWM/ { print $2 / 1024 }' "/proc/$server_pid/status")"
}

{
    bed_begin exchange-bench
    start_server
    echo "load when begun: $(cut -d' ' -f1-3 /proc/loadavg)"
    : >"$figures"
    sql -f "$here/one-txn.sql"
    load "$server_port" --prepare only --seconds 1 >/dev/null
    load "$server_port" "${valid[@]}" >/dev/null
    for ((round = 1; round <= rounds; round++)); do
        echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
        with_server orders c1024 one_symbol one_core
        memory
        transactions update "$here/update.pgbench"
        transactions one_txn "$here/place.pgbench"
        report
    done
    half_rate
    audit
    restart
    audit
    echo "load when done: $(cut -d' ' -f1-3 /proc/loadavg)"
} >&2
python3 "$here/exchange_report.py" "$figures" "$@"
