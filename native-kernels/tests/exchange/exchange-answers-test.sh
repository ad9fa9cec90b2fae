#!/usr/bin/env bash
# exchange-answers-test.sh SERVER AUDIT REPLAY: checks each answer of a real server, byte for byte: refusals by a table,
# answers to many clients by a replay through the plain book. Also checks the exports of the audit.
set -euo pipefail
server=$1 audit=$2 replay=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=SCRIPTDIR/postgres.bash
. "$here/postgres.bash"
# shellcheck source=SCRIPTDIR/exchange-bed.bash
. "$here/exchange-bed.bash"
# shellcheck source=SCRIPTDIR/exchange-refusals.bash
. "$here/exchange-refusals.bash"

# database_of NAME: in $database, a new one.
database_of() {
  sql "CREATE DATABASE $1"
  database="host=$work/postgres user=exchange dbname=$1"
}

# --- random requests ---

clients=6 pairs=30 turns=30 accounts=6 symbols=12

# random_item: in $item. Account 0 is not there, nor is the symbol S12. Half of the ids are of orders that the client has opened.
random_item() {
  local sym=S$((RANDOM % (symbols + 1))) id=$((RANDOM % (top + 8)))
  if ((RANDOM % 2 == 0)); then id=${mine[RANDOM % ${#mine[@]}]}; fi
  case $((RANDOM % 20)) in
    [0-9] | 1[01]) item="<order sym=\"$sym\" amount=\"$((RANDOM % 61 - 30)).$((RANDOM % 3 * 25))\" limit=\"$((RANDOM % 8 + 96)).$((RANDOM % 4))\"/>" ;;
    12) item="<order sym=\"$sym\" amount=\"$((RANDOM % 3 - 1))000000\" limit=\"$((RANDOM % 3)).00$((RANDOM % 300))\"/>" ;;
    1[3-6]) item="<query id=\"$id\"/>" ;;
    *) item="<cancel id=\"$id\"/>" ;;
  esac
}

# random_document REF: in $document.
random_document() {
  local items='' i account=$((number % accounts + 1))
  if ((RANDOM % 3 == 0)); then account=$((RANDOM % (accounts + 1))); fi
  if ((RANDOM % 12 == 0)); then
    document="<create ref=\"$1\"><account id=\"$((RANDOM % 40))\" balance=\"$RANDOM.5\"/>$(shares "S$((RANDOM % symbols))" "$account" "$((RANDOM % 90)).125")</create>"
    return
  fi
  for ((i = RANDOM % 4; i >= 0; i--)); do
    random_item
    items+=$item
  done
  document="<transactions id=\"$account\" ref=\"$1\">$items</transactions>"
}

# client NUMBER: sends pairs of requests, some of them twice, and writes each request and its answer.
client() {
  local pair line fd document item other top=1 mine=(1) number=$1
  RANDOM=$((number + 100 * shards))
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  for ((pair = 0; pair < pairs; pair++)); do
    random_document "c$number-$pair"
    other=$document
    if ((RANDOM % 6 > 0)); then random_document "c$number-$pair-b"; fi
    printf '%d\n%s%d\n%s' "${#other}" "$other" "${#document}" "$document" >&"$fd"
    for line in "$other" "$document"; do
      printf '%s|' "$line"
      read -r -t 120 line <&"$fd" || return 1
      printf '%s\n' "$line"
      if [[ $line =~ .*\ id=\"([0-9]+)\"/\> ]]; then top=${BASH_REMATCH[1]} mine+=("$top"); fi
    done
  done
  exec {fd}>&-
}

# one_after_the_other: two clients in turn, the second only after the answer to the first. Writes the ids.
one_after_the_other() {
  local fds=() fd i line document
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  fds+=("$fd")
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  fds+=("$fd")
  for ((i = 0; i < turns; i++)); do
    fd=${fds[i % 2]}
    document="<transactions id=\"1000\" ref=\"turn-$i\"><order sym=\"S$((i * 5 % symbols))\" amount=\"1\" limit=\"1\"/></transactions>"
    printf '%d\n%s' "${#document}" "$document" >&"$fd"
    read -r -t 120 line <&"$fd" || return 1
    printf '%s|%s\n' "$document" "$line"
  done
}

# ask_for_all FILE: asks for each order, and writes the documents with their answers.
ask_for_all() {
  local documents=() orders i ids=''
  orders=$(sql 'SELECT max(order_id) FROM ledger')
  for ((i = 1; i <= orders; i++)); do
    ids+="<query id=\"$i\"/>"
    if ((i % 50 == 0 || i == orders)); then documents+=("$(transacts 1 "$ids")") ids=''; fi
  done
  paste -d '|' <(printf '%s\n' "${documents[@]}") <(talk "${documents[@]}") >"$1"
}

replays() { # MODE FILE
  "$replay" "$database" "$1" "$2" >"$work/replay" 2>&1 || fail "$shards shards, $1: $(head -c 4000 "$work/replay")"
  grep -q "^REPLAY answers=$(wc -l <"$2") .* differ=0$" "$work/replay" || fail "$(cat "$work/replay")"
}

# Compares the clients' answers with the answers kept for their refs and with the orders in the ledger.
agrees_with_what_is_kept() {
  local off
  sql "CREATE TABLE got (document text, answer text)"
  sql "\\copy got FROM '$work/exchanged' WITH (DELIMITER '|')" >/dev/null
  off=$(sql "WITH asked AS (SELECT (regexp_match(document, 'ref=\"([^\"]*)\"'))[1] AS ref, document, answer FROM got),
      opened AS (SELECT regexp_matches(answer, '<opened sym=\"(\w+)\" amount=\"([-.0-9]+)\" limit=\"([.0-9]+)\" id=\"([0-9]+)\"/>', 'g') AS o FROM (SELECT DISTINCT * FROM asked) AS one)
    SELECT (SELECT count(*) FROM asked LEFT JOIN ref USING (ref) WHERE convert_from(ref.answer, 'UTF8') IS DISTINCT FROM asked.answer || E'\n'),
      (SELECT count(*) FROM ((SELECT o[1], o[2]::numeric, o[3]::numeric, o[4]::bigint FROM opened)
        EXCEPT ALL (SELECT symbol, amount, price, order_id FROM ledger WHERE kind = 'order')) AS d),
      (SELECT count(*) FROM opened) - (SELECT count(*) FROM ledger WHERE kind = 'order')")
  [ "$off" = '0|0|0' ] || fail "$shards shards: answers and what is kept differ: $off"
}

has_the_order_in_which_answers_were_seen() {
  local off
  sql "CREATE TABLE seen (place serial, document text, answer text)"
  sql "\\copy seen (document, answer) FROM '$work/turns' WITH (DELIMITER '|')" >/dev/null
  off=$(sql "WITH numbered AS (SELECT place, number, order_id FROM seen JOIN ledger
      ON kind = 'order' AND order_id = (regexp_match(answer, ' id=\"([0-9]+)\"/></results>'))[1]::bigint)
    SELECT count(*), count(*) FILTER (WHERE number <= before OR order_id <= id_before) FROM
      (SELECT number, order_id, lag(number) OVER w AS before, lag(order_id) OVER w AS id_before FROM numbered WINDOW w AS (ORDER BY place)) AS pairs")
  [ "$off" = "$turns|0" ] || fail "$shards shards: $turns answers were seen, orders and those with a lower number: $off"
}

# instant TIME [FRACTION]: in SQL, a time in the form of the audit.
instant() { printf "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS%s\"Z\"')" "$1" "${2-}"; }

# csv_is FILE HEADER QUERY: FILE has the header and the rows of the query, in order.
csv_is() {
  { printf '%s\n' "$2"; sql "$3" | tr '|' ','; } >"$work/wanted.csv"
  cmp "$1" "$work/wanted.csv" || fail "$(diff "$1" "$work/wanted.csv" | head)"
}

# trade_by PRICES: trades a share at each, in turn.
trade_by() {
  local price items='' count=0
  for price in $1; do items+="<order sym=\"PX\" amount=\"-1\" limit=\"$price\"/><order sym=\"PX\" amount=\"1\" limit=\"$price\"/>" count=$((count + 1)); done
  [ "$(talk "$(transacts 2000 "$items")" | grep -o '<opened' | wc -l)" = $((2 * count)) ] || fail "$1 are not traded"
}

is_another_second() { [ "$EPOCHSECONDS" -gt "$1" ]; }

# The bars of PX are worked out by hand, those of the random requests by SQL.
exports_executions_and_prices() {
  local second row
  talk "$(creates "<account id=\"2000\" balance=\"100\"/>$(shares PX 2000 10)")" >"$work/created"
  trade_by '5 7.5 0.25 6'
  await is_another_second "$EPOCHSECONDS"
  trade_by '4'
  await is_stored
  "$audit" --database "$database" --executions "$work/executions.csv" --prices "$work/prices.csv" >"$work/audit"
  row=$(grep ',PX,' "$work/prices.csv" | sed -E 's/^[-0-9]+T[0-9:]+Z,//')
  [ "$row" = "PX,5,7.5,0.25,6,4,4
PX,4,4,4,4,1,1" ] || fail "$row"
  csv_is "$work/executions.csv" 'number,seq,at,symbol,shares,price,buy_order,sell_order' "SELECT number, seq, $(instant at .US), symbol,
    trim_scale(shares), trim_scale(price), buy_order, sell_order FROM execution ORDER BY number, seq"
  second="date_trunc('second', at)"
  csv_is "$work/prices.csv" 'at,symbol,first,high,low,last,shares,executions' "SELECT $(instant "$second"), symbol,
    trim_scale((array_agg(price ORDER BY number, seq))[1]), trim_scale(max(price)), trim_scale(min(price)),
    trim_scale((array_agg(price ORDER BY number DESC, seq DESC))[1]), trim_scale(sum(shares)), count(*)
    FROM execution AS e GROUP BY $second, symbol ORDER BY $second, (SELECT min(number) FROM ledger WHERE ledger.symbol = e.symbol)"
}

# With one shard requests are done one after another, in the order in which their refs are kept.
answers_many_clients_as_a_replay_does() {
  local i pids=() first
  for shards in 1 3; do
    end_server
    database_of "random$shards"
    start_server --shards "$shards"
    first="<account id=\"1000\" balance=\"$turns\"/>"
    for ((i = 1; i <= accounts; i++)); do first+="<account id=\"$i\" balance=\"20000\"/>"; done
    for ((i = 0; i < accounts * symbols; i++)); do first+=$(shares "S$((i % symbols))" "$((i / symbols + 1))" 40); done
    first="<create ref=\"first\">$first</create>"
    printf '%s|%s\n' "$first" "$(talk "$first")" >"$work/first"
    pids=()
    for ((i = 0; i < clients; i++)); do
      client "$i" >"$work/client$i" &
      pids+=("$!")
    done
    one_after_the_other >"$work/turns" || fail "a client in turn has no answer"
    for i in "${pids[@]}"; do wait "$i" || fail "a client has no answer"; done
    cat "$work/first" "$work"/client[0-9]* "$work/turns" >"$work/exchanged"
    ask_for_all "$work/all"
    replays after "$work/all"
    sound
    ask_for_all "$work/stored"
    cmp "$work/all" "$work/stored" || fail "$shards shards: an order is told otherwise from the tables"
    agrees_with_what_is_kept
    has_the_order_in_which_answers_were_seen
    if [ "$shards" = 1 ]; then
      sql "SELECT DISTINCT ON (seq) document || '|' || got.answer FROM got JOIN ref ON ref.ref = (regexp_match(document, 'ref=\"([^\"]*)\"'))[1] ORDER BY seq" >"$work/serial"
      replays serial "$work/serial"
    fi
  done
}

postgres_make "$work/postgres"
start_postgres
start_server
for test in names_each_refusal_of_a_create names_each_refusal_of_an_order names_each_refusal_of_a_query_and_a_cancel \
  names_each_wrong_length_and_each_wrong_form refuses_a_ref_that_it_cannot_keep_or_that_had_another_request \
  bounds_the_executions_of_an_answer refuses_by_its_options answers_many_clients_as_a_replay_does exports_executions_and_prices; do
  "$test"
  echo "ok $test"
done
end_server
