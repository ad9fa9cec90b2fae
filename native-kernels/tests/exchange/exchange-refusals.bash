# Refusals of a server, as tests of exchange-answers-test.sh. Sourced.
# shellcheck shell=bash disable=SC2154

# refuses TABLE: lines of a document and of its answer, in turn, separated by empty lines; all on one connection.
refuses() {
  local documents=() wanted=() got=() line i
  while read -r line; do
    if [ -z "$line" ]; then continue; fi
    if [ "${#documents[@]}" = "${#wanted[@]}" ]; then documents+=("$line"); else wanted+=("<results>$line</results>"); fi
  done <<<"$1"
  mapfile -t got < <(talk "${documents[@]}")
  for ((i = 0; i < ${#documents[@]}; i++)); do
    [ "${got[i]-}" = "${wanted[i]}" ] || fail "${documents[i]} is answered ${got[i]-} and not ${wanted[i]}"
  done
  [ "${#documents[@]}" -ge 1 ] && [ "${#got[@]}" = "${#wanted[@]}" ] || fail "${#got[@]} answers of ${#wanted[@]}"
}

# transacts ACCOUNT ITEMS, creates ITEMS: their documents.
transacts() { printf '<transactions id="%s">%s</transactions>' "$1" "$2"; }
creates() { printf '<create>%s</create>' "$1"; }
shares() { printf '<symbol sym="%s"><account id="%s">%s</account></symbol>' "$@"; }

names_each_refusal_of_a_create() {
  local most=9223372036854775807 above=9223372036854775808
  refuses "
$(creates "<account id=\"1\" balance=\"100\"/><account id=\"2\" balance=\"0\"/><account id=\"1\" balance=\"5\"/>")
<created id=\"1\"/><created id=\"2\"/><error id=\"1\">the account exists already</error>

$(creates "<account id=\"$most\" balance=\"1000000000000000000\"/><account id=\"$above\" balance=\"1\"/><account id=\"01\" balance=\"1\"/>")
<created id=\"$most\"/><error id=\"$above\">an account's id is a number up to $most, without leading zeros</error><error id=\"01\">an account's id is a number up to $most, without leading zeros</error>

$(creates '<account id="3" balance="-0.00000001"/><account id="3" balance="0.000000001"/><account id="3" balance="1000000000000000000.00000001"/><account id="3" balance="1,5"/><account id="3"/><account balance="3"/>')
<error id=\"3\">balance is below 0</error><error id=\"3\">balance has too many decimals</error><error id=\"3\">balance is out of bounds</error><error id=\"3\">balance is no decimal number</error><error id=\"3\">balance is missing</error><error>the account's id is missing</error>

$(creates "$(shares NEW 3 5)")
<error sym=\"NEW\" id=\"3\">there is no such account: create it first</error>

$(creates "$(shares BIG 1 999999999999.9999)$(shares BIG 2 0.0002)$(shares BIG 2 0.0001)$(shares BIG 1 0.0001)")
<created sym=\"BIG\" id=\"1\"/><error sym=\"BIG\" id=\"2\">the symbol would have more than 1000000000000 shares</error><created sym=\"BIG\" id=\"2\"/><error sym=\"BIG\" id=\"1\">the symbol would have more than 1000000000000 shares</error>

$(creates "$(shares A 1 -1)$(shares A 1 0)$(shares A 1 0.00001)$(shares A 1 1000000000000.0001)$(shares A 1 many)")
<error sym=\"A\" id=\"1\">the number of shares is not above 0</error><error sym=\"A\" id=\"1\">the number of shares is not above 0</error><error sym=\"A\" id=\"1\">the number of shares has too many decimals</error><error sym=\"A\" id=\"1\">the number of shares is out of bounds</error><error sym=\"A\" id=\"1\">the number of shares is no decimal number</error>

$(creates '<symbol sym="A B"/><symbol/><symbol sym="A"/><symbol sym="A"/>')
<error sym=\"A B\">a symbol is 1 to 32 letters and digits</error><error>sym is missing</error><created sym=\"A\"/><created sym=\"A\"/>"
}

# Account 1 has 100 and, of BIG, all shares but one unit, which account 2 has.
names_each_refusal_of_an_order() {
  refuses "
$(transacts 7 '<order sym="BIG" amount="1" limit="1"/><query id="1"/><cancel id="1"/>')
<error sym=\"BIG\" amount=\"1\" limit=\"1\">there is no such account: create it first</error><error id=\"1\">there is no such account: create it first</error><error id=\"1\">there is no such account: create it first</error>

$(transacts 1 '<order sym="NEW" amount="1" limit="1"/><order sym="NEW" amount="-1" limit="1"/>')
<error sym=\"NEW\" amount=\"1\" limit=\"1\">there is no such symbol: create it first</error><error sym=\"NEW\" amount=\"-1\" limit=\"1\">there is no such symbol: create it first</error>

$(transacts 1 '<order sym="A" amount="100.0001" limit="1"/><order sym="A" amount="1" limit="100"/><order sym="A" amount="0.0001" limit="0.0001"/>')
<error sym=\"A\" amount=\"100.0001\" limit=\"1\">the account has not enough money that is free</error><opened sym=\"A\" amount=\"1\" limit=\"100\" id=\"1\"/><error sym=\"A\" amount=\"0.0001\" limit=\"0.0001\">the account has not enough money that is free</error>

$(transacts 2 '<order sym="A" amount="-0.0001" limit="1"/><order sym="BIG" amount="-0.0002" limit="7"/><order sym="BIG" amount="-0.0001" limit="7"/><order sym="BIG" amount="-0.0001" limit="7"/>')
<error sym=\"A\" amount=\"-0.0001\" limit=\"1\">the account has not enough shares that are free</error><error sym=\"BIG\" amount=\"-0.0002\" limit=\"7\">the account has not enough shares that are free</error><opened sym=\"BIG\" amount=\"-0.0001\" limit=\"7\" id=\"2\"/><error sym=\"BIG\" amount=\"-0.0001\" limit=\"7\">the account has not enough shares that are free</error>

$(transacts 1 '<order sym="A" amount="0" limit="1"/><order sym="A" amount="1" limit="0"/><order sym="A" amount="1" limit="-1"/><order sym="A" amount="-1000000000000.0001" limit="1"/><order sym="A" amount="1" limit="1000000000000.0001"/>')
<error sym=\"A\" amount=\"0\" limit=\"1\">amount is 0</error><error sym=\"A\" amount=\"1\" limit=\"0\">limit is not above 0</error><error sym=\"A\" amount=\"1\" limit=\"-1\">limit is not above 0</error><error sym=\"A\" amount=\"-1000000000000.0001\" limit=\"1\">amount is out of bounds</error><error sym=\"A\" amount=\"1\" limit=\"1000000000000.0001\">limit is out of bounds</error>

$(transacts 1 '<order sym="A" amount="0.00001" limit="1"/><order sym="A" amount="1" limit="0.00001"/><order sym="A" amount="NaN" limit="1"/><order sym="A" amount="1" limit="1e2"/><order amount="1" limit="1"/><order sym="A" limit="1"/><order sym="A" amount="1"/>')
<error sym=\"A\" amount=\"0.00001\" limit=\"1\">amount has too many decimals</error><error sym=\"A\" amount=\"1\" limit=\"0.00001\">limit has too many decimals</error><error sym=\"A\" amount=\"NaN\" limit=\"1\">amount is no decimal number</error><error sym=\"A\" amount=\"1\" limit=\"1e2\">limit is no decimal number</error><error amount=\"1\" limit=\"1\">sym is missing</error><error sym=\"A\" limit=\"1\">amount is missing</error><error sym=\"A\" amount=\"1\">limit is missing</error>"
}

# Order 1 is an open buy of account 1, order 2 an open sell of account 2.
names_each_refusal_of_a_query_and_a_cancel() {
  local bad="an order's id is a number up to 9223372036854775807, without leading zeros"
  refuses "
$(transacts 1 '<query id="0"/><query id="3"/><query id="9223372036854775807"/><cancel id="0"/><cancel id="3"/>')
<error id=\"0\">there is no such order</error><error id=\"3\">there is no such order</error><error id=\"9223372036854775807\">there is no such order</error><error id=\"0\">there is no such order</error><error id=\"3\">there is no such order</error>

$(transacts 1 '<query id="9223372036854775808"/><cancel id="x"/><query/>')
<error id=\"9223372036854775808\">$bad</error><error id=\"x\">$bad</error><error>the order's id is missing</error>

$(transacts 2 '<cancel id="1"/>')
<error id=\"1\">the order is another account's</error>"
  says '<canceled id="1"><canceled shares="1" time="T"/></canceled><error id="1">the order is canceled already</error>' "$(transacts 1 '<cancel id="1"/><cancel id="1"/>')"
  says '<opened sym="BIG" amount="0.0001" limit="8" id="3"/>' "$(transacts 1 '<order sym="BIG" amount="0.0001" limit="8"/>')"
  for _ in from_memory from_the_tables; do
    refuses "
$(transacts 2 '<cancel id="2"/><cancel id="1"/><cancel id="3"/>')
<error id=\"2\">the order is executed fully</error><error id=\"1\">the order is another account's</error><error id=\"3\">the order is another account's</error>

$(transacts 1 '<cancel id="1"/><cancel id="3"/>')
<error id=\"1\">the order is canceled already</error><error id=\"3\">the order is executed fully</error>"
    await is_stored
  done
}

# says_of_wire BYTES WANTED: the lines that answer them on a connection of their own, which is then closed.
says_of_wire() {
  local got fd
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '%b' "$1" >&"$fd"
  got=$(timeout 120 cat <&"$fd") || fail "$1: the connection is not closed"
  exec {fd}>&-
  [ "$got" = "$2" ] || fail "$1 is answered $got and not $2"
}

names_each_wrong_length_and_each_wrong_form() {
  local error='<results><error>%s</error></results>' wrong
  # shellcheck disable=SC2059 # the format is the error's
  for wrong in ':a length is 1 to 10 digits and a line feed' 'x:a length is 1 to 10 digits and a line feed' '-5:a length is 1 to 10 digits and a line feed' '12345678901:the length has more than 10 digits' \
    '1048577:the length is more than a request may have'; do
    says_of_wire "${wrong%%:*}\n<create/>" "$(printf "$error" "${wrong#*:}")"
  done
  refuses "
<creature/>
<error>line 1, column 1: the element creature has no place here</error>

<create
<error>line 1, column 1: this is no XML: unclosed token</error>

<!DOCTYPE create><create/>
<error>line 1, column 17: a doctype is not taken</error>

<create ref=\"\"/>
<error>line 1, column 1: a ref is 1 to 64 printable ASCII characters</error>

<transactions><query id=\"1\"/></transactions>
<error>line 1, column 1: transactions has no id</error>

<transactions id=\"1\"/>
<error>line 1, column 23: transactions has no order, query or cancel</error>

<create>1</create>
<error>line 1, column 9: there is text where none has a place</error>

<create id=\"1\"/>
<error>line 1, column 1: create has no attribute id</error>"
}

refuses_a_ref_that_it_cannot_keep_or_that_had_another_request() {
  local other='<error>the ref was used before, for another request</error>'
  refuses "
<create ref=\"once\"><account id=\"9\" balance=\"1\"/></create>
<created id=\"9\"/>

<create ref=\"once\"><account id=\"9\" balance=\"2\"/></create>
$other

<create  ref=\"once\"><account id=\"9\" balance=\"1\"/></create>
$other

<create ref=\"once\"><account id=\"9\" balance=\"1\"/></create>
<created id=\"9\"/>"
}

# repeated COUNT TEXT: prints TEXT that many times.
repeated() {
  local blanks
  printf -v blanks '%*s' "$1" ''
  printf '%s' "${blanks// /$2}"
}

# 101 executions each: 495 answers have room for 49,995.
bounds_the_executions_of_an_answer() {
  local status error id=105 all
  says "<created id=\"20\"/><created id=\"21\"/><created sym=\"MANY\" id=\"20\"/>" \
    "$(creates "<account id=\"20\" balance=\"0\"/><account id=\"21\" balance=\"102\"/>$(shares MANY 20 101)")"
  talk "$(transacts 20 "$(repeated 101 '<order sym="MANY" amount="-1" limit="1"/>')")" >"$work/sells"
  says "<opened sym=\"MANY\" amount=\"102\" limit=\"1\" id=\"$id\"/>" "$(transacts 21 '<order sym="MANY" amount="102" limit="1"/>')"
  all=$(repeated 101 '<executed shares="1" price="1" time="T"/>')
  status="<status id=\"$id\"><open shares=\"1\"/>$all</status>"
  error="<error id=\"$id\">the answer would have more than 50000 executions: ask in a request of its own</error>"
  bounds_it "$id" "$status" "$error"
  says "<canceled id=\"$id\"><canceled shares=\"1\" time=\"T\"/>$all</canceled>" "$(transacts 21 "<cancel id=\"$id\"/>")"
  await is_stored
  bounds_it "$id" "<status id=\"$id\"><canceled shares=\"1\" time=\"T\"/>$all</status>" "$error"
}

# bounds_it ID STATUS ERROR: a request asks for the order 497 times, and the answer has the order 495 times. The answers
# are too long for shell variables.
bounds_it() {
  local document fd
  document=$(transacts 21 "$(repeated 497 "<query id=\"$1\"/>")")
  exec {fd}<>"/dev/tcp/127.0.0.1/$port"
  printf '%d\n%s' "${#document}" "$document" >&"$fd"
  timeout 120 head -n 1 <&"$fd" | sed -E 's/time="[0-9]+"/time="T"/g' >"$work/got" || fail "no answer"
  exec {fd}>&-
  printf '<results>%s%s</results>\n' "$(repeated 495 "$2")" "$(repeated 2 "$3")" >"$work/wanted"
  cmp "$work/got" "$work/wanted" || fail "$(wc -c "$work/got" "$work/wanted")"
}

refuses_by_its_options() {
  end_server
  start_server --refuse-own
  refuses "
$(creates "<account id=\"30\" balance=\"10\"/>$(shares OWN 30 10)")
<created id=\"30\"/><created sym=\"OWN\" id=\"30\"/>

$(transacts 30 '<order sym="OWN" amount="-1" limit="2"/><order sym="OWN" amount="1" limit="3"/>')
<opened sym=\"OWN\" amount=\"-1\" limit=\"2\" id=\"106\"/><error sym=\"OWN\" amount=\"1\" limit=\"3\">the order would trade with an order of the same account</error>"
  sound
  end_server
  start_without_database --no-store
  refuses "
<create ref=\"r\"/>
<error>this server keeps no refs (--no-store)</error>

$(creates '<symbol sym="A"/>')
<created sym=\"A\"/>"
}
