#!/usr/bin/env bash
# slipway bench exchange-crash [--kills N] [--seed S] [--quick] [--json] [--check]
# Kills the server, PostgreSQL's first process or one of its backends with SIGKILL, at random moments under load, N
# times (60; --quick: 12). The clients repeat unanswered requests, with the same ref, and also a tenth of the answered
# ones. Afterwards:
#   lost         answered orders that are missing in the ledger, or differ there
#   doubled      orders in the ledger without a request, or twice for one request
#   refs_wrong   requests with another answer when repeated, or with a wrong answer
#   off          money and shares, by the audit and by SQL, that differ from those created
set -euo pipefail
# shellcheck source=native-kernels/bench/exchange/exchange-bed.bash
source "${SLIPWAY_ROOT:?call ./slipway bench}/native-kernels/bench/exchange/exchange-bed.bash"
kills=60
# shellcheck source=native-kernels/bench/crash-options.bash
source "$SLIPWAY_ROOT/native-kernels/bench/crash-options.bash"
crash_options exchange-crash 12 "$@"

# The number of requests answered so far.
answered() { tail -n 1 "$bed/progress" 2>/dev/null | sed -n 's/^{"done":\([0-9]*\).*/\1/p'; }

# await_answers: until a hundred more requests are answered than now.
await_answers() {
    local wanted until=$((SECONDS + WAIT_SECONDS)) now
    wanted=$(($(answered || true) + 100))
    while now=$(answered) && [ "${now:-0}" -lt $wanted ]; do
        kill -0 "$load_pid" 2>/dev/null || fail "the load has ended" "$(tail -n 3 "$bed/load.out")"
        [ $SECONDS -lt $until ] || fail "nothing is answered $WAIT_SECONDS s after kill $kill (seed $seed)" "$(tail -n 3 "$bed/server.log")"
        sleep 0.05
    done
}

# A server does not start while PostgreSQL recovers from the previous kill: the supervisor starts the server again.
kill_server() {
    local until=$((SECONDS + WAIT_SECONDS))
    stop_server KILL
    until try_server; do
        [ $SECONDS -lt $until ] || fail "the server does not start again" "$(tail -n 3 "$bed/server.log")"
        sleep 0.2
    done
}

kill_postmaster() {
    local pid until=$((SECONDS + WAIT_SECONDS))
    pid=$(postmaster)
    kill -KILL "$pid"
    # The children of a killed PostgreSQL end when they see its end; until then no other PostgreSQL may use the shared
    # memory.
    until bed_java start "$bed/postgres" exchange "${SHARED_BUFFERS:-512MB}" "${MAX_WAL_SIZE:-4GB}" >/dev/null 2>>"$bed/postgres.log"; do
        [ $SECONDS -lt $until ] || fail "PostgreSQL does not start again" "$(tail -n 3 "$bed/postgres.log")"
        sleep 0.2
    done
}

# Kills any connection of the server, which may be making a new one.
kill_backend() {
    local pid until=$((SECONDS + WAIT_SECONDS))
    until pid=$(sql -c "SELECT pid FROM pg_stat_activity WHERE datname = 'exchange' AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT 1" 2>/dev/null) &&
        [ -n "$pid" ] && kill -KILL "$pid" 2>/dev/null; do
        [ $SECONDS -lt $until ] || fail "the server has no connection to PostgreSQL"
        sleep 0.05
    done
}

run() {
    local victim
    bed_begin exchange-crash
    start_server
    load "$server_port" --prepare only --seconds 1 >/dev/null
    SLIPWAY_PROGRESS=$bed/progress "$programs/exchange-load" --port "$server_port" --prepare no --connections 16 --refs --again 10 --seconds 86000 --seed "$seed" \
        --answers "$bed/answers" >"$bed/load.out" 2>&1 &
    load_pid=$!
    trap 'kill "$load_pid" 2>/dev/null || true; bed_end' EXIT
    for ((kill = 1; kill <= kills; kill++)); do
        await_answers
        sleep "0.$(printf %03d $((RANDOM % 800)))"
        victim=$((RANDOM % 3))
        case $victim in
        0) kill_server ;;
        1) kill_postmaster ;;
        2) kill_backend ;;
        esac
        echo "kill $kill of $kills: $(cut -d' ' -f$((victim + 1)) <<<'server postmaster backend')"
    done
    await_answers
    kill -TERM "$load_pid"
    wait "$load_pid" || true
    line=$(grep '^LOAD ' "$bed/load.out") || fail "the load has failed" "$(tail -n 3 "$bed/load.out")"
    grep -v '^LOAD ' "$bed/load.out" || true
    echo "$line"
    # All answered requests are in the tables when the server has ended.
    stop_server TERM
    audit=$("$programs/exchange-audit" --database "$database" --password-file "$bed/postgres/password" | tail -n 1) || fail "the audit has failed" "$audit"
    echo "$audit"
    figures=$(sql <<SQL
CREATE TEMP TABLE answered (id bigint, account bigint, symbol text, amount numeric, price numeric);
\copy answered FROM '$bed/answers' WITH (DELIMITER ' ')
SELECT (SELECT count(*) FROM answered a WHERE NOT EXISTS (SELECT 1 FROM ledger l WHERE l.kind = 'order' AND l.order_id = a.id
          AND l.account = a.account AND l.symbol = a.symbol AND l.amount = a.amount / 10000 AND l.price = a.price / 10000)),
       (SELECT count(*) FROM ledger WHERE kind = 'order') - (SELECT count(DISTINCT id) FROM answered),
       abs((SELECT sum(balance + reserved) FROM account) - (SELECT sum(amount) FROM ledger WHERE kind = 'account'))
         + abs((SELECT sum(shares + reserved) FROM position) - (SELECT sum(amount) FROM ledger WHERE kind = 'shares'));
SQL
    )
}
{ run; } >&2
IFS='|' read -r lost doubled sums <<<"$figures"
off=$(awk -v sums="$sums" -v money="$(field money_off "$audit")" -v shares="$(field shares_off "$audit")" 'function size(x) { return x < 0 ? -x : x } BEGIN { print size(sums) + size(money) + size(shares) }')
wrong=$(field wrong "$line")
if [ -n "$json" ]; then
    printf '{"kills": %d, "lost": %s, "doubled": %s, "refs_wrong": %s, "off": %s}\n' "$kills" "$lost" "$doubled" "$wrong" "$off"
else
    printf '%-12s %8s   goal %s\n' kills "$kills" 60 lost "$lost" 0 doubled "$doubled" 0 refs_wrong "$wrong" 0 off "$off" 0
    echo "seed $seed, requests answered: $(field requests "$line")"
fi
[ -z "$check" ] || [ "$lost $doubled $wrong $off" = "0 0 0 0" ]
