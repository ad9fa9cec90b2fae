#!/usr/bin/env bash
# exchange-bounds-test.sh SERVER AUDIT LOAD: attacks of clients that try to stop the server, or to use up its memory.
set -euo pipefail
server=$1 audit=$2
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/postgres.bash
. "$here/postgres.bash"
# shellcheck source=SCRIPTDIR/exchange-bed.bash
. "$here/exchange-bed.bash"

account() { printf '<create ref="%s"><account id="%s" balance="1"/></create>' "$1" "$2"; }
backend() { sql "SELECT pid FROM pg_stat_activity WHERE application_name = 'slipway exchange ledger'"; }

# begin NAME DOCUMENT: sends the document on a new connection. fds[NAME] then has the descriptor.
declare -A fds
begin() {
  local fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '%d\n%s' "${#2}" "$2" >&"$fd"
  fds[$1]=$fd
}
# finish NAME: prints the answer, or an empty line without an answer.
finish() {
  local line='' fd=${fds[$1]}
  read -r -t 120 line <&"$fd" || :
  exec {fd}>&-
  printf '%s\n' "$line"
}
# has_read N: the server has N connections and has read all that was sent on them.
has_read() { [ "$(grep -c ": 0100007F:$(printf %04X "$port") [0-9A-F:]* 01 00000000:00000000 " /proc/net/tcp)" = "$1" ]; }

# Two refs with the same FNV-1a hash: the second one seems to have been used. While a commit hangs, several clients send
# it; all requests are then done after the store was asked in vain.
does_once_what_many_clients_send_at_once() {
  local first=kj_71sKv51Sdb47Gdo00XtBC1rla07pzp5itee7vxSm60wck13mlkpAdskzXOlI i pid
  local other=kj_71sKv51Sdb47xPexyexzeFrla075rxg61skI97mwfowck13Rhq88eUxLx1VS
  says '<created id="1"/>' "$(account "$first" 1)"
  pid=$(backend)
  kill -STOP "$pid"
  begin before '<create><account id="2" balance="1"/></create>'
  await has_read 1
  for i in 1 2 3; do
    begin "$i" "$(account "$other" 3)"
    await has_read $((i + 1))
  done
  begin else "$(account "$other" 4)"
  await has_read 5
  kill -CONT "$pid"
  finish before >"$work/before"
  for i in 1 2 3; do [ "$(finish "$i")" = '<results><created id="3"/></results>' ] || fail "client $i is answered otherwise"; done
  [ "$(finish else)" = '<results><error>the ref was used before, for another request</error></results>' ] || fail "another request under the ref"
  says '<created id="1"/>' "$(account "$first" 1)"
  sound
}

# One connection, one behind the other: the copy waits for the answer of the first.
answers_copies_of_one_connection_alike() {
  local got
  got=$(talk "$(account a 11)" "$(account b 12)" "$(account a 11)" "$(account a 13)" "$(account b 12)")
  [ "$got" = '<results><created id="11"/></results>
<results><created id="12"/></results>
<results><created id="11"/></results>
<results><error>the ref was used before, for another request</error></results>
<results><created id="12"/></results>' ] || fail "$got"
}

keeps_100000_refs_at_least() {
  local status=0
  "$server" --database "$database" --refs 99999 >"$work/few" 2>&1 || status=$?
  [ "$status" = 2 ] && grep -q 'refs.*100000' "$work/few" || fail "$status: $(cat "$work/few")"
}

# Data that the database will never take are not retried forever, for any reason. This case comes last, because the
# server ends.
ends_where_the_database_refuses_the_data() {
  local status=0
  sql 'ALTER TABLE ledger ADD CONSTRAINT unlucky CHECK (account <> 77) NOT VALID'
  begin refused '<create><account id="77" balance="1"/></create>'
  wait "$server_pid" || status=$?
  server_pid=''
  [ "$status" = 5 ] && grep -q 'refuses what is to be stored: .*"unlucky"' "$work/server.err" || fail "the server ended with $status"
  [ -z "$(finish refused)" ] || fail "answered, and not stored"
  [ "$(sql 'SELECT count(*) FROM ledger WHERE account = 77')" = 0 ] || fail "it is stored"
}

# many N TEXT: TEXT N times.
many() { local i; for ((i = 0; i < $1; i++)); do printf '%s' "$2"; done; }
ask() { printf '<transactions id="6"%s>%s</transactions>' "${2:+ ref=\"$2\"}" "$1"; }
id_of() { sed -E 's/.* id="([0-9]+)".*/\1/'; }

# long_talk DOCUMENT: as talk, but reads a long answer fast.
long_talk() {
  local fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '%d\n%s' "${#1}" "$1" >&"$fd"
  timeout 120 head -n 1 <&"$fd" || fail "no answer"
  exec {fd}>&-
}

# An order that N others fill, in parts of 10,000.
fill_order() { # SYMBOL AMOUNT N
  local sells left
  talk "$(ask "<order sym=\"$1\" amount=\"$2\" limit=\"1\"/>")" | id_of
  for ((left = $3; left > 0; left -= 10000)); do
    sells=$(many "$((left < 10000 ? left : 10000))" "<order sym=\"$1\" amount=\"-0.0001\" limit=\"1\"/>")
    long_talk "<transactions id=\"5\">$sells</transactions>" >"$work/sold"
    grep -q opened "$work/sold" || fail "nothing is sold: $(head -c 200 "$work/sold")"
  done
}
executed_in() { grep -o '<executed ' | wc -l; }
peak() { sed -nE 's/^VmHWM:[[:space:]]*([0-9]+) kB$/\1/p' "/proc/$server_pid/status"; }
is_small() { [ "$(peak)" -lt 600000 ] || fail "the server has taken $(peak) kB"; }

too_long='the order has more than the 50000 executions of an answer: ask SQL for them'
bounds_the_executions_of_an_answer() {
  talk '<create><account id="5" balance="0"/><account id="6" balance="1000"/><symbol sym="BIG"><account id="5">1000</account></symbol><symbol sym="TWO"><account id="5">1000</account></symbol></create>' >"$work/created"
  longest=$(fill_order BIG 5.0002 50001)
  long=$(fill_order TWO 4.0001 40000)
  says "<error id=\"$longest\">$too_long</error>" "$(ask "<query id=\"$longest\"/>")"
  [ "$(long_talk "$(ask "<query id=\"$long\"/>")" | executed_in)" = 40000 ] || fail "an order of 40,000 executions"
  long_talk "$(ask "<query id=\"$long\"/><query id=\"$long\"/>")" | grep -q 'more than 50000 executions: ask in a request of its own</error></results>$' || fail "an answer of 80,000"
}

# 100 clients ask for 2 MB each several times and never read: the server sends them away, and serves others.
serves_others_while_many_do_not_read() {
  local i document fd open=()
  document=$(ask "<query id=\"$long\"/>")
  for ((i = 0; i < 100; i++)); do
    exec {fd}<>"/dev/tcp/127.0.0.1/$port"
    open+=("$fd")
    printf '%d\n%s' "${#document}" "$document" "${#document}" "$document" "${#document}" "$document" >&"$fd"
  done
  says '<created id="50"/>' '<create><account id="50" balance="1"/></create>'
  is_small
  for fd in "${open[@]}"; do exec {fd}>&-; done
}

bounds_the_executions_of_a_stored_order() {
  says "<canceled id=\"$longest\"><canceled shares=\"0.0001\" time=\"T\"/></canceled>" "$(ask "<cancel id=\"$longest\"/>")"
  [ "$(long_talk "$(ask "<cancel id=\"$long\"/>")" | executed_in)" = 40000 ] || fail "a cancel with 40,000 executions"
  await is_stored
  says "<error id=\"$longest\">$too_long</error>" "$(ask "<query id=\"$longest\"/>")"
  [ "$(long_talk "$(ask "<query id=\"$long\"/>")" | executed_in)" = 40000 ] || fail "a stored order of 40,000 executions"
}

# Together their answers would be more than a message to PostgreSQL can be.
commits_what_one_client_asks_a_thousand_times() {
  local i document fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  for ((i = 0; i < 1000; i++)); do
    document=$(ask "<query id=\"$long\"/>" "many$i")
    printf '%d\n%s' "${#document}" "$document"
  done >"$work/thousand"
  cat "$work/thousand" >&"$fd"
  says '<created id="51"/>' '<create><account id="51" balance="1"/></create>'
  ! grep -q 'tried again' "$work/server.err" || fail "the database refuses a commit"
  exec {fd}>&-
  is_small
  sound
}

postgres_make "$work/postgres"
start_postgres
start_server
for test in does_once_what_many_clients_send_at_once answers_copies_of_one_connection_alike keeps_100000_refs_at_least \
  bounds_the_executions_of_an_answer bounds_the_executions_of_a_stored_order serves_others_while_many_do_not_read \
  commits_what_one_client_asks_a_thousand_times ends_where_the_database_refuses_the_data; do
  "$test"
  echo "ok $test"
done
