#!/bin/bash
# Tests of the messages of exchange-session about its options and inputs, without starting servers. Whole days are
# journeys (tests/journeys).
# usage: exchange-session-test.sh EXCHANGE_SESSION
# Each case is a function named as a sentence of behaviour.
set -u
export LC_ALL=C
session=$(readlink -f "$1")
top=$(mktemp -d /tmp/slipway-exchange-session-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
cd "$top" || exit 1
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
# refused STATUS TEXT ARGUMENT...
refused() { local status=$1 text=$2 got; shift 2
    timeout 600 "$session" "$@" >stdout 2>stderr; got=$?
    [ $got = "$status" ] || fail "status $got: $*"
    grep -qF -- "$text" stderr || fail "it says: $(cat stderr)"
    [ ! -e exchange ] || fail "it has made a folder"; }
# The files of a small day, with LINE as last request.
day() {
    printf 'account,balance\n1,1000\n2,1000.5\n' >accounts.csv
    printf 'account,symbol,shares\n1,A,100\n' >positions.csv
    printf 'id,at,account,kind,symbol,amount,price,request\n1,09:30:00.5,1,order,A,-10,5,\n2,09:31:00,1,query,,,,1\n%s\n' "$1" >requests.csv
}

tells_its_options_and_statuses() {
    "$session" --help >stdout || fail "status $?"
    for word in --accounts --positions --requests --results --connections --every --shards --refuse-own --postgres SLIPWAY_PROGRESS; do
        grep -q -- "$word" stdout || fail "the help does not have $word"
    done
}

refuses_options_that_are_none() {
    day '3,09:32:00,1,cancel,,,,1'
    refused 2 --frobnicate --frobnicate
    refused 2 --connections --connections 0
    refused 2 --connections --connections 1025
    refused 2 --every --every 0
    refused 2 trading trading
}

names_a_file_that_is_missing_and_a_column() {
    day '3,09:32:00,1,cancel,,,,1'
    refused 3 nothing.csv --accounts nothing.csv
    printf 'account,money\n1,5\n' >accounts.csv
    refused 4 balance
    day '3,09:32:00,1,cancel,,,,1'
    printf 'id,at,account,kind,symbol,amount,price,request\n' >requests.csv
    refused 4 "requests.csv has no requests"
}

names_the_line_and_the_column_of_a_request_that_cannot_be_read() {
    local time
    for time in 9:30:00 24:00:00 09:60:00 09:30:60 09:30 09:30:00. 09:30:00.1234567 09:30:00x '' noon; do
        day "3,$time,1,cancel,,,,1"
        refused 4 "requests.csv line 4: at"
        refused 4 "is not a time of the day as 09:30:00.25"
    done
    day '2,09:32:00,1,cancel,,,,1'; refused 4 "is not above the id of the row before"
    day '-3,09:32:00,1,cancel,,,,1'; refused 4 "is not a whole number"
    day '3,09:32:00,01,cancel,,,,1'; refused 4 "\"01\" is not a whole number"
    day '3,09:32:00,12345678901234567890,cancel,,,,1'; refused 4 "is not a whole number of 1 to 19 digits"
    day '3,09:32:00,1,steal,,,,1'; refused 4 steal
    day '3,09:32:00,1,cancel,,,,'; refused 4 "is not a whole number"
    day '3,09:32:00,1,cancel,,,,2'; refused 4 "no order before this row has the id 2"
    day '3,09:32:00,1,query,,,,3'; refused 4 "no order before this row has the id 3"
    day '3,09:32:00,1,query,,,,9'; refused 4 "no order before this row has the id 9"
}

# A user other than root gets one step further, to the missing folder.
does_not_start_without_postgresql() {
    day '3,09:32:00,1,cancel,,,,1'
    if [ "$(id -u)" = 0 ]; then
        refused 5 "PostgreSQL does not run as root" --postgres "$top/nothing"
        chmod 777 "$top"
        setpriv --reuid=1900000996 --regid=1900000996 --clear-groups sh -c "cd '$top' && '$session' --postgres '$top/nothing'" >stdout 2>stderr
        [ $? = 3 ] || fail "another status"
        grep -qF "no data folder of PostgreSQL in $top/nothing" stderr || fail "it says: $(cat stderr)"
    else
        refused 3 "no data folder of PostgreSQL in $top/nothing" --postgres "$top/nothing"
    fi
}

for case in tells_its_options_and_statuses refuses_options_that_are_none names_a_file_that_is_missing_and_a_column \
    names_the_line_and_the_column_of_a_request_that_cannot_be_read does_not_start_without_postgresql; do
    bad=''
    $case
    if [ -n "$bad" ]; then failed=$((failed + 1)); echo "not ok $case"; else passed=$((passed + 1)); echo "ok $case"; fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
