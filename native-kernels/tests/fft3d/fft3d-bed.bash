# A bed for tests of fft3d: a folder for each case, and how its runs are looked at. Sourced; the test sets $fft3d.
# shellcheck shell=bash disable=SC2154
top=$(mktemp -d /tmp/slipway-fft3d-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
# A run without mpirun starts no daemon of Open MPI, which would take most of its time.
export OMPI_MCA_ess_singleton_isolated=1
fail() { echo "  FAILED: $*"; bad=1; }
run() { timeout 600 "$fft3d" "$@" >"$out/stdout" 2>"$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
# refused STATUS TEXT OPTION...: that exit status, and that text on a line of its own kind
refused() {
  local status=$1 text=$2 got
  shift 2
  run "$@"
  got=$?
  [ $got = "$status" ] || fail "status $got of $*"
  grep -qF "fft3d: $text" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
}
same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
# poke FILE BYTE: changes one byte, and keeps all others; before and after, the file has the same size
poke() { printf '\x31' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
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
