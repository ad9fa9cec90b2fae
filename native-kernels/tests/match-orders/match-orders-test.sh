#!/usr/bin/env bash
# match-orders-test.sh MATCH-ORDERS MPIEXEC RANKS...: golden counts, the same digest and bytes on any number of ranks,
# LOBSTER's files, and refusals.
set -euo pipefail
program=$1 mpiexec=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
not_ok() { printf 'not ok: %s\n' "$*"; cat out err; failed=1; }

# try STATUS ARGUMENT...: on one rank, without mpirun. on RANKS STATUS ARGUMENT...: with mpirun.
try() { try_by '' "$@"; }
on() { local ranks=$1; shift; try_by "$mpiexec -n $ranks" "$@"; }
try_by() {
    local by=$1 wanted=$2 status=0
    shift 2
    $by "$program" "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] || not_ok "$* ends with $status, not $wanted"
}
says() { grep -qxF -e "$1" out || not_ok "standard output lacks \"$1\""; }
tells() { grep -qF -e "$1" err || not_ok "standard error lacks \"$1\""; }

# The counts are those that four engines gave for these orders.
million='fills=776537 trade_confirmations=1476254 notional=9907542677 order_confirmations=570889 quotes=382661 resting=215219 digest=69eec399af3ad5d3'
try 0 --random 10000000 --seed 1
says 'fills=7777162 trade_confirmations=14777718 notional=99144803812 order_confirmations=5702699 quotes=3820952 resting=2140922 digest=7fd0d26193e577e8'
try 0 --random 1000000
says "$million"
try 0 --random 1000000 --plain
says "$million"

# Messages of seven instruments: the same on any ranks, plain or compressed, with one file or two.
try 0 --make all.csv --instruments 7 --messages 20000
try 0 --input all.csv --trades trades.csv --book book.csv
cp out wanted
grep -qx 'messages=20000 instruments=7 unknown=[1-9][0-9]*' out || not_ok "it does not count the messages"
[ "$(wc -l <trades.csv)" = $(($(sed -n 's/^fills=\([0-9]*\) .*/\1/p' out) + 1)) ] || not_ok "trades.csv has not a line for each fill"
[ "$(wc -l <book.csv)" = $(($(sed -n 's/.* resting=\([0-9]*\) .*/\1/p' out) + 1)) ] || not_ok "book.csv has not a line for each order"
gzip -k all.csv
{ head -1 all.csv; sed -n '10001,$p' all.csv; } >second.csv
head -10000 all.csv >first.csv
for ranks in "$@"; do
    on "$ranks" 0 --input all.csv --trades "trades.$ranks" --book "book.$ranks"
    cmp -s out wanted || not_ok "$ranks ranks say something else"
    cmp -s trades.csv "trades.$ranks" || not_ok "$ranks ranks write other trades"
    cmp -s book.csv "book.$ranks" || not_ok "$ranks ranks write another book"
done
try 0 --input all.csv.gz
cmp -s out wanted || not_ok "a compressed file gives something else"
try 0 --input first.csv second.csv
cmp -s out wanted || not_ok "two files give something else"
try 0 --input all.csv --plain
cmp -s out wanted || not_ok "the plain version says something else"
if command -v bgzip >/dev/null; then
    bgzip -c all.csv >blocks.csv.gz
    on 2 0 --input blocks.csv.gz
    cmp -s out wanted || not_ok "blocks give something else"
fi

# LOBSTER's files: a file made from a book has no disagreement; a file with an altered row has some.
try 0 --make AAPL_2012-06-21_message_10.csv --lobster --messages 10000
try 0 --make MSFT_2012-06-21_message_10.csv --lobster --messages 10000 --seed 2
try 0 --lobster --input AAPL_2012-06-21_message_10.csv MSFT_2012-06-21_message_10.csv --book book.csv
grep -q '^messages=20000 instruments=2 disagreements=0$' out || not_ok "it disagrees with its own file"
grep -q '^MSFT,bid,' book.csv || not_ok "the book does not name the instrument of a file"
cp out wanted
for ranks in "${@: -1}"; do
    on "$ranks" 0 --lobster --input AAPL_2012-06-21_message_10.csv MSFT_2012-06-21_message_10.csv
    cmp -s out wanted || not_ok "$ranks ranks say something else of LOBSTER's files"
done
awk -F, 'BEGIN { OFS = "," } !done && $2 == 4 { $4++; done = 1 } { print }' AAPL_2012-06-21_message_10.csv >altered.csv
try 0 --lobster --input altered.csv
grep -q ' disagreements=[1-9]' out || not_ok "an altered execution goes unseen"
printf '1.5,7,0,0,0,-1\n1.6,5,12,100,5000,1\n1.7,3,99,5,5000,1\n' >odd.csv
try 0 --lobster --input odd.csv
says 'messages=3 instruments=1 disagreements=1'

# Refusals name the file, the line, the value and the remedy; and no output is written.
header='kind,instrument,id,side,price,volume,owner'
refuse() { # ROWS WORDS...
    printf '%s\n%b' "$header" "$1" >bad.csv
    rm -f trades.csv
    try 4 --input bad.csv --trades trades.csv
    shift
    for word in "$@"; do tells "$word"; done
    [ -z "$(find . -name 'trades.csv*')" ] || not_ok "a refused run leaves trades"
}
refuse 'limit,A,1,bid,500,0,\n' 'bad.csv line 2: volume' '"0"'
refuse 'limit,A,1,bid,500,10,\nlimit,A,2,bid,9223372036854775807,10,\n' 'bad.csv line 3: price' '9223372036854775807'
refuse 'limit,A,1,bid,500,9223372036854775807,\n' 'bad.csv line 2: volume'
refuse 'buy,A,1,bid,500,1,\n' 'bad.csv line 2: kind' 'buy' 'limit'
refuse 'limit,,1,bid,500,1,\n' 'bad.csv line 2: instrument'
refuse 'limit,A,1,up,500,1,\n' 'bad.csv line 2: side' 'up'
refuse 'limit,A,-1,bid,500,1,\n' 'bad.csv line 2: id'
refuse 'limit,A,1,bid,500,1,\nlimit,B,1,bid,500,1,\nlimit,B,1,bid,499,1,\n' 'bad.csv line 4: order 1 rests already'
refuse 'limit,A,1,bid,500,1,4294967296\n' 'bad.csv line 2: owner'
# The second rank refuses a row, and the first rank reports the refusal.
on 2 4 --input bad.csv
tells 'bad.csv line 2: owner'
printf '%s\n%b' "$header" 'limit,A,1,bid,500,1,\nlimit,B,1,bid,500,1,\nlimit,B,1,bid,499,1,\n' >bad.csv
on 2 4 --input bad.csv
tells 'bad.csv line 4: order 1 rests already'
printf 'kind,instrument\nlimit,A\n' >bad.csv
try 4 --input bad.csv
tells 'bad.csv'
printf '1.0,1,5,10,5000,0\n' >bad.csv
try 4 --lobster --input bad.csv
tells 'bad.csv line 1: direction'
printf '%s\nlimit,A,1,bid,5,1,\nlimit,B,1,bid,5,1,\n' "$header" >bad.csv
try 4 --input bad.csv --instruments 1
tells 'raise --instruments'
on 2 3 --input none.csv
tells 'none.csv'
mkdir folder
on 2 6 --input all.csv --trades kept.csv --book folder
tells 'folder'
[ -z "$(find . -name 'kept.csv*')" ] || not_ok "one output is left without the other"
try 6 --make folder
try 2
tells 'nothing to do'
try 2 --random 5 --input all.csv
try 2 --random 0
try 2 --random 5 --lobster
try 2 --make x --trades y
try 2 --input all.csv --fast
try 2 --random 5 stray
try 0 --help
grep -q '^usage: ' out || not_ok "--help says nothing"
[ $failed = 0 ] && echo "ok"
exit $failed
