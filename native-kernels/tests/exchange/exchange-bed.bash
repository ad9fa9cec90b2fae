# A bed for tests of exchange-server: PostgreSQL, a server, and a client in Bash. Sourced; the test sets $server and $load.
# shellcheck shell=bash disable=SC2154

patience=1200 # tenths of a second for a state to come
work=$(mktemp -d)
chmod 711 "$work" # the database has a user of its own
server_pid='' postgres_runs=''

fail() { printf 'not ok: %s\n' "$*" >&2; [ ! -s "$work/server.err" ] || cat "$work/server.err" >&2; exit 1; }

clean_up() {
  [ -z "$server_pid" ] || kill -9 "$server_pid" 2>/dev/null || :
  [ -z "$postgres_runs" ] || postgres_stop immediate || :
  rm -rf "$work"
}
trap clean_up EXIT

# await COMMAND...: repeats the command until it succeeds.
await() {
  local i
  for ((i = 0; i < patience; i++)); do
    if "$@"; then return 0; fi
    sleep 0.1
  done
  fail "never came true: $*"
}

start_postgres() { postgres_start || fail "PostgreSQL does not start"; postgres_runs=yes; }

is_ready() { grep -q '^ready on ' "$work/server.out" || { ! kill -0 "$server_pid" 2>/dev/null && fail "the server has ended"; }; }

# start_server OPTION...: starts the server on its earlier port, or on any port at first.
start_server() { start_without_database --database "$database" "$@"; }
start_without_database() {
  : >"$work/server.out"
  "$server" --port "${port:-0}" "$@" >"$work/server.out" 2>"$work/server.err" &
  server_pid=$!
  await is_ready
  port=$(sed -n 's/^ready on .*://p' "$work/server.out")
}

# kill_server: as a crash would.
kill_server() {
  kill -9 "$server_pid"
  wait "$server_pid" 2>/dev/null || :
  server_pid=''
}

# end_server: ends the server as an operator does; the server must end with 0.
end_server() {
  local status=0
  kill -TERM "$server_pid"
  wait "$server_pid" || status=$?
  [ "$status" = 0 ] || fail "the server ended with $status"
  server_pid=''
}

# hold_lock N: takes the exchange's advisory lock 2121, N in a separate session with the input $held, until let_go.
is_held() { [ "$(sql "SELECT count(*) FROM pg_locks WHERE classid = 2121 AND objid = $1 AND mode = 'ExclusiveLock' AND granted")" = 1 ]; }
hold_lock() {
  exec {held}> >(exec "$pg_bin/psql" -X -q -At -d "$database" >/dev/null)
  holder=$!
  printf 'SELECT pg_advisory_lock(2121, %d);\n' "$1" >&"$held"
  await is_held "$1"
}
let_go() {
  printf '\\q\n' >&"$held"
  exec {held}>&-
  wait "$holder"
}

# talk DOCUMENT...: sends them on one connection, one behind the other, and prints the answers.
talk() {
  local document line fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port" || return 1
  for document in "$@"; do printf '%d\n%s' "${#document}" "$document" >&"$fd"; done
  for document in "$@"; do
    read -r -t 120 line <&"$fd" || break
    printf '%s\n' "$line"
  done
  exec {fd}>&-
}

# says WANTED DOCUMENT: the answer to DOCUMENT is WANTED, where T stands for any time.
says() {
  local got
  got=$(talk "$2" | sed -E 's/time="[0-9]+"/time="T"/g')
  [ "$got" = "<results>$1</results>" ] || fail "$2 is answered $got and not <results>$1</results>"
}

# sound: money and shares add up, in the tables and by the audit, and the tables equal the result of the replay.
# The check waits for the server, which writes the tables with a delay.
is_stored() { [ "$(sql 'SELECT (SELECT coalesce(max(number), 0) FROM ledger) = as_of FROM state')" = t ]; }
sound() {
  local off
  await is_stored
  off=$(sql "SELECT (SELECT coalesce(sum(balance + reserved), 0) FROM account) - (SELECT coalesce(sum(amount), 0) FROM ledger WHERE kind = 'account'),
    (SELECT coalesce(sum(shares + reserved), 0) FROM position) - (SELECT coalesce(sum(amount), 0) FROM ledger WHERE kind = 'shares'),
    (SELECT coalesce(sum(reserved), 0) FROM account) - (SELECT coalesce(sum(remaining * price), 0) FROM \"order\" WHERE state = 'open' AND amount > 0),
    (SELECT coalesce(sum(reserved), 0) FROM position) - (SELECT coalesce(sum(remaining), 0) FROM \"order\" WHERE state = 'open' AND amount < 0),
    (SELECT count(*) FROM \"order\" AS o WHERE abs(amount) - remaining <>
      (SELECT coalesce(sum(shares), 0) FROM execution WHERE buy_order = o.id OR sell_order = o.id))")
  [[ $off =~ ^0(\.0+)?\|0(\.0+)?\|0(\.0+)?\|0(\.0+)?\|0$ ]] || fail "the tables are off: $off"
  "$audit" --database "$database" --tables >"$work/audit" 2>&1 || fail "the audit: $(cat "$work/audit")"
  grep -q '^AUDIT entries=[0-9]* digest=[0-9a-f]* money_off=0 shares_off=0$' "$work/audit" || fail "the audit says $(cat "$work/audit")"
}
