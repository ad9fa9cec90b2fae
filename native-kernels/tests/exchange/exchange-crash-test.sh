#!/usr/bin/env bash
# exchange-crash-test.sh SERVER AUDIT LOAD [SEED [KILLS]]: kill -9 of the server, of PostgreSQL and of one of its
# backends, under load; clients repeat unanswered requests, with the same ref. No answered request is lost, and no
# request is done twice.
set -euo pipefail
server=$1 audit=$2 load=$3 seed=${4:-7} kills=${5:-6}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/postgres.bash
. "$here/postgres.bash"
# shellcheck source=SCRIPTDIR/exchange-bed.bash
. "$here/exchange-bed.bash"
RANDOM=$seed
load_pid=''
trap '[ -z "$load_pid" ] || kill -9 "$load_pid" 2>/dev/null || :; clean_up' EXIT

# The number of requests answered so far, from the load's progress.
answered() { sed -n 's/^{"done":\([0-9]*\).*/\1/p' "$work/progress" | tail -n 1; }
goes_on() { # FROM
  kill -0 "$load_pid" 2>/dev/null || fail "the load has ended (seed $seed): $(cat "$work/load")"
  local now
  now=$(answered)
  [ "${now:-0}" -gt "$1" ]
}
# Under load: at least this many requests more are answered.
await_answers() {
  local from
  from=$(answered)
  await goes_on "$((${from:-0} + $1))"
}

comes_up_again() { "$pg_bin/pg_ctl" -D "$postgres/data" status >/dev/null 2>&1 || postgres_start; }

# has_begun_after TIME: whether all connections of the server have begun after TIME.
has_begun_after() {
  [ "$(sql "SELECT count(*) > 0 AND min(backend_start) > '$1' FROM pg_stat_activity WHERE application_name = 'slipway exchange ledger'" 2>"$work/sql.err")" = t ]
}
# PostgreSQL ends all its connections when one is killed, and recovers.
kill_backend() {
  local at_and_pid
  await has_begun_after 2000-01-01
  at_and_pid=$(sql "SELECT clock_timestamp(), pid FROM pg_stat_activity WHERE application_name = 'slipway exchange ledger' LIMIT 1")
  kill -9 "${at_and_pid#*|}"
  await has_begun_after "${at_and_pid%|*}"
}

kill_one() {
  case $1 in
    server)
      kill_server
      start_server
      ;;
    postmaster)
      postgres_kill
      await comes_up_again
      ;;
    backend)
      kill_backend
      ;;
  esac
}

keeps_what_was_answered_and_does_nothing_twice() {
  local i victims=(server postmaster backend) lost doubled
  "$load" --port "$port" --connections 8 --prepare only --seconds 1 --seed "$seed" >/dev/null
  : >"$work/progress"
  SLIPWAY_PROGRESS=$work/progress "$load" --port "$port" --prepare no --connections 8 --refs --again 10 --seconds 86000 --seed "$seed" \
    --answers "$work/answers" >"$work/load" 2>&1 &
  load_pid=$!
  for ((i = 0; i < kills; i++)); do
    await_answers $((RANDOM % 400 + 50))
    kill_one "${victims[i % 3]}"
  done
  await_answers 100
  kill -TERM "$load_pid"
  wait "$load_pid" || fail "the load (seed $seed): $(cat "$work/load")"
  load_pid=''
  grep -q ' wrong=0 ' "$work/load" || fail "an answer was wrong (seed $seed): $(cat "$work/load")"
  sound
  end_server
  sql 'CREATE TABLE answered (id bigint, account bigint, symbol text, amount numeric, price numeric)'
  sql "\\copy answered FROM '$work/answers' WITH (DELIMITER ' ')" >"$work/copy" || fail "$(cat "$work/copy")"
  lost=$(sql "SELECT count(*) FROM answered AS a WHERE NOT EXISTS (SELECT FROM ledger AS l WHERE l.kind = 'order' AND l.order_id = a.id
    AND l.account = a.account AND l.symbol = a.symbol AND l.amount = a.amount / 10000 AND l.price = a.price / 10000)")
  doubled=$(sql "SELECT (SELECT count(*) FROM ledger WHERE kind = 'order') - (SELECT count(DISTINCT id) FROM answered)")
  [ "$lost" = 0 ] || fail "$lost answered orders are lost (seed $seed)"
  [ "$doubled" = 0 ] || fail "$doubled orders were opened that nobody asked for, or twice (seed $seed)"
}

postgres_make "$work/postgres"
start_postgres
start_server
keeps_what_was_answered_and_does_nothing_twice
echo "ok keeps_what_was_answered_and_does_nothing_twice ($(answered) requests, $kills kills)"
