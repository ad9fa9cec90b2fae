#!/usr/bin/env bash
# slipway bench stream: the cost of a record of 18 bytes between two kernels, one way and both ways, in turns, in
# threads, between processes, and over TCP. Prints a line of JSON for each; medians of five rounds, or percentiles of
# records.
set -euo pipefail
build=$(cd "$(dirname "$0")/../.." && pwd)/target/cmake
bench=$build/bench/stream-bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'load: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)" >&2
for place in turns threads processes; do
  "$bench" one-way --place $place
  "$bench" one-way --set 64 --place $place
  "$bench" ping-pong --records 60000 --place $place
done
taskset -c 0 "$bench" ping-pong --records 60000 --place processes | sed 's/"processes"/"processes, one core"/'
[ -x "$build/stream-launch" ] || exit 0
# tcp ARGUMENT...: over TCP on this machine.
tcp() {
  local argument arguments=''
  for argument in "$@" --place tcp; do arguments="$arguments<argument>$argument</argument>"; done
  cat >"$work/tcp.xml" <<XML
<graph xmlns="urn:slipway:stream-graph:1" name="tcp">
  <host name="here" here="yes"/>
  <kernel name="first" host="here" program="$bench">$arguments</kernel>
  <kernel name="second" host="here" program="$bench">$arguments</kernel>
  <link from="first" to="second" transport="tcp"/>
  <link from="second" to="first" transport="tcp" feedback="yes"/>
</graph>
XML
  "$build/stream-launch" "$work/tcp.xml" | sed 's/^[a-z]*: //'
}
tcp one-way
tcp one-way --set 64
tcp ping-pong --records 20000
