# shellcheck shell=bash
# Shared parts of the benchmarks of the exchange: sourced. PostgreSQL in a private folder, started by the launcher of
# deploy/postgres; the server in front of PostgreSQL; the load's figures. All on loopback or a Unix socket. `bed_end`
# ends all started processes, and runs at the end of the script.
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels here=$SLIPWAY_ROOT/native-kernels/bench/exchange
programs=$kernels/target/cmake results=$kernels/target/bench
WAIT_SECONDS=300 server_pid='' server_port='' report_pid='' bed='' database=''

declare -A servers=() # by pid, while they run

bed_java() { "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$SLIPWAY_ROOT/deploy/demo/target/lib/*" dev.slipway.postgres.FolderCommand "$@"; }

# bed_begin NAME: the programs, and PostgreSQL in an empty folder of that name. Sets database to libpq's connection string.
bed_begin() {
    exec 4>&1
    [ -e /usr/include/postgresql/libpq-fe.h ] && compgen -G '/usr/lib/postgresql/*/bin/pgbench' >/dev/null || install_packages libpq-dev postgresql >&2
    find_java
    mkdir -p "$results"
    bed=$results/$1
    { cmake -S "$kernels" -B "$programs" && cmake --build "$programs" -j2 --target exchange-server exchange-load exchange-audit bench-exchange-report; } >"$results/exchange.build" 2>&1 ||
        fail "the exchange or its rivals cannot be built" "$results/exchange.build says why."
    [ ! -d "$bed/postgres" ] || bed_java stop "$bed/postgres" >/dev/null 2>&1 || true
    rm -rf "$bed"
    mkdir -p "$bed"
    # For root, PostgreSQL runs as another user, who must be able to enter the folder.
    chmod 711 "$bed"
    trap bed_end EXIT
    start_postgres
}

start_postgres() {
    database=$(bed_java start "$bed/postgres" exchange "${SHARED_BUFFERS:-512MB}" "${MAX_WAL_SIZE:-4GB}" 2>>"$bed/postgres.log" | tail -n 1)
    [ -n "$database" ] || fail "PostgreSQL does not start in $bed" "$(tail -n 3 "$bed/postgres.log")"
    (umask 077 && printf '*:*:*:*:%s\n' "$(cat "$bed/postgres/password")" >"$bed/pgpass")
    export PGPASSFILE=$bed/pgpass
}

# The pid of PostgreSQL's first process.
postmaster() { head -n 1 "$bed"/postgres/data/postmaster.pid 2>/dev/null || head -n 1 "$bed"/postgres/postmaster.pid; }

sql() { psql -XAtq -v ON_ERROR_STOP=1 "$database" "$@"; }

# await_line FILE PATTERN PID: waits for a matching line, and prints it. Fails if the program ends before.
await_line() {
    local until=$((SECONDS + WAIT_SECONDS))
    until grep -m 1 -e "$2" "$1" 2>/dev/null; do
        kill -0 "$3" 2>/dev/null || return 1
        [ $SECONDS -lt $until ] || return 1
        sleep 0.02
    done
}

# try_server [OPTION...]: sets server_pid and server_port, or returns 1 where the server ends at once.
try_server() {
    local line log=$bed/server.out store=(--database "$database" --password-file "$bed/postgres/password")
    [ "${1:-}" != --no-store ] || store=()
    : >"$log"
    "$programs/exchange-server" "${store[@]}" --port "${server_port:-0}" "$@" >"$log" 2>>"$bed/server.log" &
    server_pid=$!
    servers[$server_pid]=yes
    line=$(await_line "$log" '^ready on ' $server_pid) || return 1
    server_port=${line##*:}
}
start_server() { try_server "$@" || fail "the server does not start" "$(tail -n 3 "$bed/server.log")"; }

# stop_server [SIGNAL]
stop_server() {
    [ -n "$server_pid" ] || return 0
    kill "-${1:-TERM}" "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
    unset "servers[$server_pid]"
    server_pid=
}

# start_report POOL: the report's design, rebuilt, with a pool of that many threads. Sets report_port; the server ends
# with the pipe from which it reads.
start_report() {
    [ -p "$bed/report.in" ] || mkfifo "$bed/report.in"
    report_port=${report_port:-$((server_port > 40000 ? server_port - 9000 : server_port + 9000))}
    PGPASSFILE=$bed/pgpass "$programs/bench/bench-exchange-report" "$database" "$report_port" "$1" <"$bed/report.in" >"$bed/report.out" 2>>"$bed/report.log" &
    report_pid=$!
    exec 8>"$bed/report.in"
    await_line "$bed/report.out" '^ready' $report_pid >/dev/null || fail "the report's design does not start" "$(tail -n 3 "$bed/report.log")"
}

# fill_report SYMBOLS: puts 64 accounts and that many symbols, as exchange-load --prepare creates them, into the rival's
# tables at once.
fill_report() {
    sql -c "INSERT INTO report.account SELECT id, 1e15 FROM generate_series(1, 64) id" \
        -c "INSERT INTO report.position SELECT 1 + (s * 16 + h) % 64, 'S' || s, 1e9 FROM generate_series(0, $1 - 1) s, generate_series(0, 15) h" \
        -c "ANALYZE report.account, report.position"
}

stop_report() {
    [ -n "$report_pid" ] || return 0
    exec 8>&-
    wait "$report_pid" 2>/dev/null || true
    report_pid=
}

# cpu_of PID: the processor seconds of the process, with all threads.
cpu_of() { awk -v hertz="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); print ($12 + $13) / hertz }' "/proc/$1/stat"; }
# cpu_of_database: the processor seconds of all database processes, including ended ones.
cpu_of_database() {
    local pid
    for pid in $(postmaster) $(pgrep -P "$(postmaster)"); do cat "/proc/$pid/stat" 2>/dev/null || true; done |
        awk -v hertz="$(getconf CLK_TCK)" '{ sub(/^.*\) /, ""); all += $12 + $13 + $14 + $15 } END { print all / hertz }'
}

# load PORT OPTION...: prints the load's last line; a wrong answer ends the benchmark.
load() {
    local port=$1 out
    shift
    out=$("${load_prefix[@]}" "$programs/exchange-load" --host "${load_host:-127.0.0.1}" --port "$port" "$@" 2>&1) || fail "exchange-load failed" "$out"
    sed -n '/^LOAD /p' <<<"$out"
}
load_prefix=()

# field NAME LINE: the value of NAME= in a line.
field() { sed -n "s/^.* $1=\([^ ]*\).*$/\1/p" <<<" $2"; }

# pgbench_rate FILE SECONDS [CLIENTS]: transactions a second of a script, prepared, by 64 clients.
pgbench_rate() {
    local out
    out=$("$(compgen -G '/usr/lib/postgresql/*/bin/pgbench' | tail -n 1)" -n -M prepared -c "${3:-64}" -j 2 -T "$2" --max-tries=1000 -f "$1" "$database" 2>&1) || fail "pgbench failed" "$out"
    sed -n 's/^tps = \([0-9.]*\).*/\1/p' <<<"$out" | tail -n 1
}

bed_end() {
    [ ${#servers[@]} = 0 ] || kill -KILL "${!servers[@]}" 2>/dev/null || true
    stop_report
    bed_java stop "$bed/postgres" >/dev/null 2>&1 || true
}
