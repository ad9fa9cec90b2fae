#!/usr/bin/env bash
# exchange-server-test.sh SERVER AUDIT LOAD: the server with a real PostgreSQL.
set -euo pipefail
server=$1 audit=$2 load=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/postgres.bash
. "$here/postgres.bash"
# shellcheck source=SCRIPTDIR/exchange-bed.bash
. "$here/exchange-bed.bash"

order() { printf '<transactions id="%s"%s><order sym="%s" amount="%s" limit="%s"/></transactions>' "$1" "${5:+ ref=\"$5\"}" "$2" "$3" "$4"; }
opened() { printf '<opened sym="%s" amount="%s" limit="%s" id="%s"/>' "$@"; }

serves_the_worked_example() {
  says '<created id="1"/><created id="2"/><created sym="SPY" id="1"/><created sym="SPY" id="2"/>' \
    '<create><account id="1" balance="1000000"/><account id="2" balance="1000000"/><symbol sym="SPY"><account id="1">10000</account><account id="2">10000</account></symbol></create>'
  says "$(opened SPY 300 125 1)" "$(order 1 SPY 300 125)"
  says "$(opened SPY -100 130 2)" "$(order 2 SPY -100 130)"
  says "$(opened SPY 200 127 3)" "$(order 1 SPY 200 127)"
  says "$(opened SPY -500 128 4)" "$(order 2 SPY -500 128)"
  says "$(opened SPY -200 140 5)" "$(order 2 SPY -200 140)"
  says "$(opened SPY 400 125 6)" "$(order 1 SPY 400 125)"
  says "$(opened SPY -400 124 7)" "$(order 2 SPY -400 124)"
  says '<status id="1"><open shares="100"/><executed shares="200" price="125" time="T"/></status>' '<transactions id="1"><query id="1"/></transactions>'
  sound
}

# The book has no closed orders; the tables have them.
tells_of_closed_orders_from_the_tables() {
  says '<status id="7"><executed shares="200" price="127" time="T"/><executed shares="200" price="125" time="T"/></status><status id="3"><executed shares="200" price="127" time="T"/></status><error id="3">the order is executed fully</error>' \
    '<transactions id="1"><query id="7"/><query id="3"/><cancel id="3"/></transactions>'
  says "<canceled id=\"5\"><canceled shares=\"200\" time=\"T\"/></canceled><error id=\"5\">the order is canceled already</error><error id=\"6\">the order is another account's</error>" \
    '<transactions id="2"><cancel id="5"/><cancel id="5"/><cancel id="6"/></transactions>'
  await is_stored
  says '<error id="5">the order is canceled already</error><status id="5"><canceled shares="200" time="T"/></status><error id="99">there is no such order</error>' \
    '<transactions id="2"><cancel id="5"/><query id="5"/><query id="99"/></transactions>'
}

# After a crash each order has its rank: 1 stands before 6 at the same price.
comes_back_from_a_crash_in_the_old_ranks() {
  kill_server
  start_server
  says "$(opened SPY -150 125 8)" "$(order 2 SPY -150 125)"
  says '<status id="1"><executed shares="200" price="125" time="T"/><executed shares="100" price="125" time="T"/></status><status id="6"><open shares="350"/><executed shares="50" price="125" time="T"/></status>' \
    '<transactions id="1"><query id="1"/><query id="6"/></transactions>'
  sound
}

does_a_request_with_a_ref_once() {
  local first again
  first=$(talk "$(order 1 SPY 1 100 'first ref')")
  [ "$first" = "<results>$(opened SPY 1 100 9)</results>" ] || fail "$first"
  again=$(talk "$(order 1 SPY 1 100 'first ref')" "$(order 1 SPY 1 100 second)" "$(order 1 SPY 1 100 second)" "$(order 1 SPY 1 100 'first ref')")
  [ "$again" = "$first
<results>$(opened SPY 1 100 10)</results>
<results>$(opened SPY 1 100 10)</results>
$first" ] || fail "sent again: $again"
  says '<error>the ref was used before, for another request</error>' "$(order 1 SPY 2 100 second)"
  first=$(talk '<transactions id="1" ref="q"><query id="3"/><query id="9"/></transactions>')
  says '<canceled id="9"><canceled shares="1" time="T"/></canceled>' '<transactions id="1"><cancel id="9"/></transactions>'
  kill_server
  start_server
  [ "$(talk '<transactions id="1" ref="q"><query id="3"/><query id="9"/></transactions>')" = "$first" ] || fail "the ref q has another answer"
  says "$(opened SPY 1 100 10)" "$(order 1 SPY 1 100 second)"
  await is_stored
  [ "$(sql 'SELECT orders FROM state')" = 10 ] || fail "a resend has opened an order"
}

answers_many_requests_of_one_connection_in_order() {
  local documents=() i got
  for ((i = 0; i < 300; i++)); do documents+=("$(order 1 SPY 1 "$((i + 1)).5")"); done
  got=$(talk "${documents[@]}" | sed -E 's/.*limit="([0-9.]*)".*/\1/' | sha256sum)
  [ "$got" = "$(for ((i = 0; i < 300; i++)); do echo "$((i + 1)).5"; done | sha256sum)" ] || fail "the answers are out of order"
}

refuses_a_second_server() {
  local status=0
  "$server" --database "$database" --port 0 >"$work/second" 2>&1 || status=$?
  [ "$status" = 3 ] && grep -q 'another exchange server has this database' "$work/second" || fail "$status: $(cat "$work/second")"
}

has_ended() { ! kill -0 "$1" 2>/dev/null; }

# The old server is stopped halfway, like a hung machine; after going on, the old server cannot write any more.
can_be_replaced_and_then_writes_no_more() {
  local old=$server_pid old_port=$port before status=0 fd document
  kill -STOP "$old"
  exec {fd}<>"/dev/tcp/127.0.0.1/$old_port"
  document=$(order 1 SPY 7 77)
  printf '%d\n%s' "${#document}" "$document" >&"$fd"
  port=0
  start_server --replace
  before=$(sql 'SELECT count(*) FROM ledger')
  kill -CONT "$old"
  wait "$old" || status=$?
  [ "$status" = 3 ] || fail "the replaced server ended with $status"
  ! read -r -t 120 document <&"$fd" || fail "the replaced server has answered $document"
  exec {fd}>&-
  [ "$(sql 'SELECT count(*) FROM ledger')" = "$before" ] || fail "the replaced server has written"
  sound
}

# No request is answered while the database is away, and all are answered when it is back.
waits_for_a_database_that_is_away() {
  local pid
  postgres_stop immediate
  talk "$(order 1 SPY 3 33 away)" "$(order 1 SPY 3 33 away)" >"$work/late" &
  pid=$!
  await grep -q 'tried again until it can' "$work/server.err"
  [ ! -s "$work/late" ] || fail "answered without a database: $(cat "$work/late")"
  start_postgres
  wait "$pid"
  [ "$(sort -u "$work/late" | wc -l)" = 1 ] && [ "$(wc -l <"$work/late")" = 2 ] || fail "$(cat "$work/late")"
  await grep -q 'is back' "$work/server.err"
  sound
}

writes_the_tables_when_it_is_told_to_end() {
  talk "$(order 1 SPY 3 34)" >"$work/last"
  end_server
  is_stored || fail "the tables are behind the ledger"
  start_server
}

shows_any_moment_again() {
  local entries
  "$audit" --database "$database" --until 11 --books --balances >"$work/then"
  grep -qx 'BOOK SPY buy 125 500 2' "$work/then" && grep -qx 'BOOK SPY sell 140 200 1' "$work/then" || fail "$(cat "$work/then")"
  grep -qx 'ACCOUNT 1 887100 62500' "$work/then" && grep -qx 'POSITION 2 SPY 8800 800' "$work/then" || fail "$(cat "$work/then")"
  grep -q '^AUDIT entries=11 ' "$work/then" || fail "$(cat "$work/then")"
  "$audit" --database "$database" --executions "$work/executions.csv" --prices "$work/prices.csv" >"$work/then"
  entries=$(sql 'SELECT count(*) FROM execution')
  [ "$(wc -l <"$work/executions.csv")" = $((entries + 1)) ] || fail "$(cat "$work/executions.csv")"
  grep -q '^11,0,.*Z,SPY,200,127,3,7$' "$work/executions.csv" || fail "$(cat "$work/executions.csv")"
  [ "$("$audit" --database "$database" | tail -n 1)" = "$(tail -n 1 "$work/then")" ] || fail "another digest"
}

# The replay then stops where the tables are, and goes on: the digest must not tell that.
tells_one_digest_wherever_the_tables_are() {
  local whole behind as_of
  as_of=$(sql 'SELECT as_of FROM state')
  whole=$("$audit" --database "$database" | grep -o 'digest=.*')
  sql 'UPDATE state SET as_of = 12' >/dev/null
  # The audit fails, because the tables differ from the ledger; the digest is that of the ledger alone.
  behind=$({ "$audit" --database "$database" --tables 2>/dev/null || true; } | grep -o 'digest=.*')
  sql "UPDATE state SET as_of = $as_of" >/dev/null
  [ "$behind" = "$whole" ] || fail "$behind with the tables behind, $whole without"
}

# refuses STATUS WORDS COMMAND...: the command ends with STATUS, and WORDS are in its message.
refuses() {
  local wanted=$1 words=$2 status=0
  shift 2
  "$@" >"$work/refused" 2>&1 || status=$?
  [ "$status" = "$wanted" ] && grep -qF -e "$words" "$work/refused" || fail "$* ended with $status: $(cat "$work/refused")"
}

# Before any connection: there is no such database.
refuses_a_moment_that_is_none() {
  local until
  refuses 2 '--until cannot be ""' "$audit" --database "host=$work/nowhere" --until ''
  for until in -5 yesterday '2026-02-30' '2026-11-26 25:00' '2026-11-26 14:00 o clock' 12345678901234567890; do
    refuses 2 "--until '$until' is neither" "$audit" --database "host=$work/nowhere" --until "$until"
  done
  for until in '2026-11-26' '2026-11-26 14:00:00.5+00' '2000-02-29T23:59Z' '2026-11-26 14:00+0530' '2026-11-26 14:00-05:30'; do
    "$audit" --database "$database" --until "$until" >"$work/then" || fail "$until is refused"
  done
}

says_whether_a_database_is_away_or_no_exchanges() {
  refuses 3 'does PostgreSQL run there' "$audit" --database "host=$work/nowhere"
  refuses 3 'has an exchange server ever used this database?' "$audit" --database "host=$work/postgres user=exchange dbname=template1"
}

# Which every list of processes would show.
refuses_a_password_on_its_command_line() {
  local program text
  for program in "$server" "$audit"; do
    for text in "$database password=geheim" 'postgresql://exchange:geheim@db1/exchange'; do
      refuses 2 '--password-file FILE' "$program" --database "$text"
      ! grep -q geheim "$work/refused" || fail "it shows the password: $(cat "$work/refused")"
    done
    refuses 2 'no connection string' "$program" --database 'postgresql://exchange:geheim@[db1'
    ! grep -q geheim "$work/refused" || fail "it shows the password: $(cat "$work/refused")"
  done
}

# After a wrong length the input is useless; after a document of wrong form it is not.
answers_what_cannot_be_read_and_goes_on_where_it_can() {
  local fd lines=() line
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '%s' $'9\n<create/>9\n<creature9\n<create/>-9\n<create/>9\n<create/>' >&"$fd"
  while read -r -t 120 line <&"$fd"; do lines+=("$line"); done
  exec {fd}>&-
  [ "${#lines[@]}" = 4 ] && [ "${lines[0]}" = '<results></results>' ] && [ "${lines[2]}" = '<results></results>' ] &&
    [[ ${lines[1]} = '<results><error>'* && ${lines[3]} = '<results><error>'* ]] || fail "${lines[*]}"
}

closes_what_does_not_move() {
  local fd line
  end_server
  start_server --idle 1
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '100\n<transactions' >&"$fd"
  ! read -r -t 120 line <&"$fd" || fail "half a request is answered: $line"
  exec {fd}>&-
  says "$(opened SPY 1 2 "$(($(sql 'SELECT orders FROM state') + 1))")" "$(order 1 SPY 1 2)"
}

heeds_its_options() {
  local next line
  end_server
  start_server --refuse-own --length-line
  next=$(($(sql 'SELECT orders FROM state') + 1))
  talk '<create><account id="50" balance="10"/><symbol sym="OWN"><account id="50">10</account></symbol></create>' >"$work/own"
  line="<results>$(opened OWN -1 9 "$next")</results>"
  [ "$(talk "$(order 50 OWN -1 9)" '')" = "$((${#line} + 1))
$line" ] || fail "no length line"
  [[ $(talk "$(order 50 OWN 1 9)" '') = *'<error sym="OWN" amount="1" limit="9">the order would trade with an order of the same account</error>'* ]] ||
    fail "an own order is not refused"
}

# No account or symbol is created, either.
is_not_loaded_with_accounts_that_no_load_has_made() {
  local before
  before=$(sql 'SELECT count(*) FROM ledger')
  refuses 4 'account 1 is there already, and no load has made it' "$load" --port "$port" --requests 10
  [ "$(sql 'SELECT count(*) FROM ledger')" = "$before" ] || fail "a load that was refused has created something"
}

# The epoch is read after the lock was granted, not as of before the wait.
waits_for_the_fence() { [ "$(sql 'SELECT count(*) FROM pg_locks WHERE classid = 2121 AND objid = 2 AND NOT granted')" -gt 0 ]; }
keeps_its_fence_whatever_isolation_the_role_has() {
  local before status=0 client
  end_server
  sql "ALTER ROLE exchange SET default_transaction_isolation = 'repeatable read'"
  start_server
  before=$(sql 'SELECT max(number) FROM ledger')
  hold_lock 2
  talk "$(order 1 SPY 1 1)" >"$work/fenced" &
  client=$!
  await waits_for_the_fence
  printf 'UPDATE server SET epoch = epoch + 1;\n' >&"$held"
  let_go
  wait "$client" || :
  [ ! -s "$work/fenced" ] || fail "a server that was replaced has answered $(cat "$work/fenced")"
  wait "$server_pid" || status=$?
  [ "$status" = 3 ] || fail "the server ended with $status"
  [ "$(sql 'SELECT max(number) FROM ledger')" = "$before" ] || fail "a server that was replaced has written"
  sql 'ALTER ROLE exchange RESET default_transaction_isolation'
  start_server
}

# The writing of tables is held up, so that the start has to replay the trade; the option applies to later orders only.
ends_connections_of_the_tables() {
  [ "$(sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'slipway exchange tables'")" = 0 ]
}
refuses_own_orders_from_a_start_on_and_not_before() {
  hold_lock 3
  talk '<create><account id="60" balance="100"/><symbol sym="MINE"><account id="60">10</account></symbol></create>' \
    "$(order 60 MINE -1 9)" "$(order 60 MINE 1 9)" "$(order 60 MINE -1 9)" >"$work/mine"
  kill_server
  await ends_connections_of_the_tables
  let_go
  ! is_stored || fail "the tables have the trade already"
  start_server --refuse-own
  [[ $(talk "$(order 60 MINE 1 9)") = *'the order would trade with an order of the same account'* ]] || fail "an own order is not refused"
  sound
}

# A symbol that was never created, and a last order with a number that would be given again.
audit_finds() {
  ! "$audit" --database "$database" --tables >"$work/audit" 2>&1 || fail "the audit sees nothing: $(cat "$work/audit")"
  grep -q "the tables differ from the replay: table $1" "$work/audit" || fail "$(cat "$work/audit")"
}
finds_what_the_tables_have_wrong() {
  local status=0
  end_server
  sql "INSERT INTO symbol VALUES ('GHOST')"
  audit_finds 'symbol, the row GHOST'
  sql "DELETE FROM symbol WHERE symbol = 'GHOST'; UPDATE state SET orders = orders - 1"
  audit_finds 'state, the row'
  timeout 120 "$server" --database "$database" --port 0 >"$work/second" 2>&1 || status=$?
  [ "$status" = 4 ] || fail "a start on a wrong last order ended with $status: $(cat "$work/second")"
  grep -q 'the last order up to entry .* in table state' "$work/second" || fail "$(cat "$work/second")"
  sql 'UPDATE state SET orders = orders + 1'
  start_server
  sound
}

# In a separate database: the load counts on the accounts that it makes.
takes_random_requests_of_many_clients() {
  local shards where
  for shards in 1 3; do
    end_server
    sql "CREATE DATABASE random$shards"
    database="host=$work/postgres user=exchange dbname=random$shards"
    start_server --shards "$shards" --socket "$work/socket"
    if [ "$shards" = 1 ]; then where=(--port "$port"); else where=(--socket "$work/socket"); fi
    "$load" "${where[@]}" --connections 32 --requests 12000 --seconds 120 --symbols 7 --accounts 20 --seed "$shards" --orders-per-request 3 \
      --refs >"$work/load" 2>&1 || fail "$shards shards: $(cat "$work/load")"
    grep -q ' wrong=0 ' "$work/load" || fail "$(cat "$work/load")"
    # More accounts than the previous load had, including its accounts.
    "$load" "${where[@]}" --requests 500 --seconds 120 --symbols 7 --accounts 30 >"$work/load" 2>&1 || fail "again: $(cat "$work/load")"
    sound
  done
}

postgres_make "$work/postgres"
start_postgres
start_server
for test in serves_the_worked_example tells_of_closed_orders_from_the_tables comes_back_from_a_crash_in_the_old_ranks \
  does_a_request_with_a_ref_once answers_many_requests_of_one_connection_in_order refuses_a_second_server \
  can_be_replaced_and_then_writes_no_more waits_for_a_database_that_is_away writes_the_tables_when_it_is_told_to_end \
  shows_any_moment_again tells_one_digest_wherever_the_tables_are refuses_a_moment_that_is_none \
  says_whether_a_database_is_away_or_no_exchanges refuses_a_password_on_its_command_line \
  is_not_loaded_with_accounts_that_no_load_has_made answers_what_cannot_be_read_and_goes_on_where_it_can \
  closes_what_does_not_move heeds_its_options keeps_its_fence_whatever_isolation_the_role_has \
  refuses_own_orders_from_a_start_on_and_not_before finds_what_the_tables_have_wrong takes_random_requests_of_many_clients; do
  "$test"
  echo "ok $test"
done
end_server
