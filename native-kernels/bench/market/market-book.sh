#!/usr/bin/env bash
# market-book.sh FOLDER [--quick]: the book on one core, thread processor time, in rounds that measure each once: our
# book, its plain version, and exchange-core 0.5.3, whose virtual machine runs through all rounds and is warm after two.
# FOLDER has our programs. Prints lines for market_report.py; other output goes to the standard error.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench market}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
programs=$1
here=$SLIPWAY_ROOT/native-kernels/bench/market rival=$SLIPWAY_ROOT/native-kernels/target/market-rival
rounds=7 orders=10000000
[ "${2:-}" != --quick ] || { rounds=5; orders=2000000; }
exec 3>&1 >&2

mkdir -p "$rival"
if ! cmp -s "$here/exchange-core/pom.xml" "$rival/pom.xml"; then
    begin "fetch exchange-core"
    rm -rf "${rival:?}/lib"
    (cd "$SLIPWAY_ROOT" && quietly "$rival/log" ./mvnw -B -ntp -f "$here/exchange-core/pom.xml" dependency:copy-dependencies \
        -DoutputDirectory="$rival/lib")
    cp "$here/exchange-core/pom.xml" "$rival/pom.xml"
    end
fi
begin "compile its driver"
quietly "$rival/log" javac -cp "$rival/lib/*" -d "$rival/classes" "$here/exchange-core/RivalBook.java"
end

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
"$programs/bench-market-book" "$orders" "$top/cancelled" mix draw
core=$(taskset -cp $$ | sed 's/.*[ ,-]//')
coproc theirs { exec java -Xms3g -Xmx3g -XX:+UseSerialGC -cp "$rival/classes:$rival/lib/*" RivalBook "$orders" "$top/cancelled" 2>"$rival/log"; }
# shellcheck disable=SC2154 # the shell sets it for a coprocess
their_pid=$theirs_PID
trap 'kill "$their_pid" 2>/dev/null || true; rm -rf "$top"' EXIT
# ask KIND: one round of the rival.
ask() {
    echo "$1" >&"${theirs[1]}"
    read -r line <&"${theirs[0]}" || fail "exchange-core's driver ended: $(tail -3 "$rival/log")"
}
for kind in limit mix; do
    ask $kind
    ask $kind
done
for ((round = 1; round <= rounds; round++)); do
    echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
    for kind in limit mix; do
        taskset -c "$core" "$programs/bench-market-book" "$orders" "$top/cancelled" $kind ours >&3
        ask $kind
        echo "$line" >&3
    done
    taskset -c "$core" "$programs/bench-market-book" "$orders" "$top/cancelled" limit plain >&3
done
