# A bed for tests of fft3d: a folder for each case, and how its runs are looked at. Sourced; the test sets $fft3d.
# shellcheck shell=bash disable=SC2154
top=$(mktemp -d /tmp/slipway-fft3d-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
# A run without mpirun starts no daemon of Open MPI, which would take most of its time.
export OMPI_MCA_ess_singleton_isolated=1
# Such runs of one user share a folder, which the one that ends takes from under the one that begins: each test has its own.
export OMPI_MCA_orte_tmpdir_base=$top
fail() { echo "  FAILED: $*"; bad=1; }
run() { timeout 600 "$fft3d" "$@" >"$out/stdout" 2>"$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
# refused STATUS TEXT OPTION...: that exit status, that text on a line of its own kind, and a remedy behind it
refused() {
  local status=$1 text=$2 got
  shift 2
  run "$@"
  got=$?
  [ $got = "$status" ] || fail "status $got of $*"
  grep -qF "fft3d: $text" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
  grep -qE '^hint: .|^fft3d: .*; ' "$out/stderr" || fail "no remedy: $(cat "$out/stderr")"
}
# value NAME: a line of the summary on the standard output
value() { sed -n "s/^$1 //p" "$out/stdout"; }
same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
# poke FILE BYTE: changes one byte, and keeps all others; before and after, the file has the same size
poke() { printf '\x31' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
# has_set PROCESS: whether that process, or a child, has the folder of the set open.
has_set() {
  local pid
  for pid in "$1" $(pgrep -P "$1"); do [ -z "$(find "/proc/$pid/fd" -lname "$out/set" 2>/dev/null)" ] || return 0; done
  return 1
}
# loses_its_output OPTION...: the folder of the output goes while the run waits to open its progress, so that the run ends
# behind its passes. A test on many ranks sets $launch, which begins the command.
loses_its_output() {
  local pid status
  rm -f "$out/gate"
  mkfifo "$out/gate"
  mkdir "$out/none"
  # shellcheck disable=SC2086
  SLIPWAY_PROGRESS=$out/gate ${launch:-} "$fft3d" "$@" --output "$out/none/y.npy" >"$out/stdout" 2>"$out/stderr" &
  pid=$!
  until has_set $pid || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  rmdir "$out/none"
  # A run that ended too early must not leave the test in the open of the FIFO.
  timeout 600 cat "$out/gate" >/dev/null &
  wait $pid
  status=$?
  kill $! 2>/dev/null
  [ $status = 6 ] && grep -qF "fft3d: $out/none/y.npy cannot be written" "$out/stderr" || fail "status $status: $(cat "$out/stderr")"
}
# A block that is damaged ends the run in the midst of its input.
stops_in_its_input() {
  python3 - "$out/x.raw" <<'END'
import struct, sys
values = [float(i * 37 % 101) for i in range(2 * 32 ** 3)]
open(sys.argv[1], 'wb').write(struct.pack('<%dd' % len(values), *values))
END
  bgzip -c "$out/x.raw" >"$out/x.good"
  cp "$out/x.good" "$out/x"
  poke "$out/x" $(($(stat -c %s "$out/x") - 200))
  refused 3 "$out/x: " --input "$out/x" --size 32 --memory 256KB "$@"
}
# run_cases NAME...: each is a function named as a sentence of behaviour.
run_cases() {
  local name
  for name in ${CASES:-$@}; do
    bad=0 out=$top/$name
    mkdir "$out"
    $name
    if [ $bad = 0 ]; then echo "ok $name"; passed=$((passed + 1)); else echo "not ok $name"; failed=$((failed + 1)); fi
    rm -rf "$out"
  done
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
}
