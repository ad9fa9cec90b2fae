#!/bin/bash
# Tests the refusals of fft3d before a run begins, and the outputs. usage: fft3d-options-test.sh FFT3D
set -u
fft3d=$1
# shellcheck source=native-kernels/tests/fft3d/fft3d-bed.bash
. "$(dirname "$0")/fft3d-bed.bash"

refuses_options_that_checks_would_not_heed() {
  local option
  for option in --explain --inverse --barriers --roundtrip "--filter gauss" "--parameter 3" "--rate 100"; do
    refused 2 "${option% *} has no effect with --check" --check --size 16 $option
  done
  for option in --output --spectrum --figures --summary --slice --trace; do
    refused 2 "$option has no effect with --check" --check --size 16 $option "$out/y"
  done
}
refuses_parameters_that_have_no_meaning() {
  local filter
  for filter in low high gauss; do
    refused 2 "--parameter 0: the filter $filter takes a number above 0" --generate 1 --size 8 --filter $filter --parameter 0 --output "$out/y.npy"
    refused 2 "--parameter -1: the filter $filter takes a number above 0" --generate 1 --size 8 --filter $filter --parameter -1
  done
  refused 2 "--parameter 800: the filter power takes -237.9 to 237.9 for an array of 8x8x8" --generate 1 --size 8 --filter power --parameter 800 --output "$out/y.npy"
  refused 2 "--parameter -800: the filter power takes -237.9 to 237.9" --generate 1 --size 8 --filter power --parameter -800
  refused 2 "--parameter 3: the filter poisson takes no parameter" --generate 1 --size 8 --filter poisson --parameter 3
  refused 2 "--parameter 3: a run without --filter takes no parameter" --generate 1 --size 8 --parameter 3
  [ ! -e "$out/y.npy" ] || fail "a result was written"
  for filter in "gauss --parameter 1e-200" "power --parameter 237.9" "power --parameter -237.9"; do
    works --generate 1 --size 8 --filter $filter --output "$out/y"
    python3 -c 'import math, struct, sys; sys.exit(not all(map(math.isfinite, struct.unpack("<1024d", open(sys.argv[1], "rb").read()))))' "$out/y" || fail "$filter gives what is not finite"
  done
  works --generate 1 --size 16 --filter gauss --parameter 2 --data "$out/set"
  refused 2 "folder $out/set: the run that was begun there does something else" --resume "$out/set" --filter gauss --parameter 3
  works --resume "$out/set" --filter gauss --parameter 2
}
tries_its_outputs_before_it_begins() {
  local option
  for option in --output --slice --spectrum --figures --summary --trace; do
    refused 6 "$out/none/y cannot be written: No such file" --generate 1 --size 32 --memory 256KB --data "$out/set" $option "$out/none/y"
    refused 6 "$out cannot be written: Is a directory" --generate 1 --size 32 --memory 256KB --data "$out/set" $option "$out"
    refused 6 "$out/none/y cannot be written: No such file" --generate 1 --size 32 $option "$out/none/y"
    [ ! -e "$out/set" ] || fail "a set was made before $option was tried"
  done
  refused 6 "$out/y.npy cannot be written: it needs 4503599627370496 bytes, and its disk has " --generate 1 --size 65536 --memory 4TB --data "$out/set" --output "$out/y.npy"
  grep -Eq 'disk has [0-9]+ bytes free$' "$out/stderr" || fail "$(cat "$out/stderr")"
  [ -z "$(find "$out" -mindepth 1 ! -name 'std*')" ] || fail "left: $(find "$out")"
  SLIPWAY_PROGRESS=$out/none/progress works --generate 1 --size 32 --memory 256KB --data "$out/set" --trace "$out/trace"
  refused 6 "$out/none/y cannot be written: No such file" --resume "$out/set" --output "$out/none/y"
}
# The disk has room for the set or for the result, and not for both. In a separate namespace, the test may mount a file
# system.
leaves_no_set_that_has_taken_the_room_of_its_result() {
  if ! unshare -rm true 2>/dev/null; then echo "  left out: this system gives no namespaces"; return; fi
  mkdir "$out/disk"
  # shellcheck disable=SC2016
  unshare -rm sh -c 'mount -t tmpfs -o size=9m none "$2/disk" && "$1" --generate 1 --size 64 --memory 1MB --data "$2/disk/set" --output "$2/disk/y"
    echo "status $?, left: $(ls "$2/disk")"' sh "$fft3d" "$out" >"$out/stdout" 2>"$out/stderr"
  grep -qx "status 6, left: " "$out/stdout" || fail "$(cat "$out/stdout" "$out/stderr")"
  grep -qF "$out/disk/y cannot be written: it needs 4194304 bytes, and its disk has " "$out/stderr" || fail "it says: $(cat "$out/stderr")"
}
tells_the_plan_of_a_run_that_was_begun() {
  mkdir "$out/d1" "$out/d2"
  works --generate 2 --size 32 --filter gauss --memory 256KB --plan report --data "$out/set" --disks "$out/d1,$out/d2"
  works --resume "$out/set" --memory 1MB --explain
  grep -q '^filter of 32x32x32, .* plan report; 1 clients' "$out/stdout" || fail "$(cat "$out/stdout")"
  refused 3 "folder $out/nowhere: holds no data set" --resume "$out/nowhere" --explain
  [ ! -e "$out/nowhere" ] || fail "a folder was made"
  works --resume "$out/set" --output "$out/y.npy"
}
# ends_in_its_second_pass SET TRACE: a run of three passes over units of 64 x 64 x 64 in pages of 8 x 8 x 8.
ends_in_its_second_pass() {
  local pid
  "$fft3d" --generate 2 --size 64 --memory 1MB --plan report --page 8x8x8 --data "$1" --trace "$2" >"$out/stdout" 2>"$out/stderr" &
  pid=$!
  until grep -qs 'committed 0 pass 2' "$2" || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  kill -KILL $pid 2>/dev/null
  wait $pid 2>/dev/null
}
tells_the_bytes_that_this_run_has_moved() {
  local array=$((64 * 64 * 64 * 16)) units
  works --generate 2 --size 64 --memory 1MB --plan report --page 8x8x8 --data "$out/whole" --summary "$out/s.csv"
  [ "$(value moved_bytes)" = $((6 * array)) ] && grep -qx "moved_bytes,$((6 * array))" "$out/s.csv" || fail "whole: $(cat "$out/stdout")"
  works --resume "$out/whole" --summary "$out/s.csv"
  [ "$(value moved_bytes)" = 0 ] && [ "$(value gb_per_s)" = 0.000 ] && grep -qx moved_bytes,0 "$out/s.csv" || fail "finished: $(cat "$out/stdout")"
  works --generate 2 --size 64 --memory 1MB --plan two-pass --data "$out/back" --roundtrip
  [ "$(value moved_bytes)" = $((8 * array)) ] || fail "there and back: $(cat "$out/stdout")"
  ends_in_its_second_pass "$out/set" "$out/trace"
  works --resume "$out/set" --trace "$out/again"
  units=$(grep -c committed "$out/again")
  [ "$(value moved_bytes)" = $((units * 64 * 8 * 8 * 16 * 2)) ] && [ "$units" -lt 192 ] || fail "resumed, $units units: $(cat "$out/stdout")"
}

tells_sizes_and_times_of_people() {
  works --size 16384 --memory 64GB --data "$out/set" --plan two-pass --explain --rate 500
  grep -q '^forward transform of 16384x16384x16384, 64 TB; .* of 64 GB of memory$' "$out/stdout" || fail "$(cat "$out/stdout")"
  grep -q '^moves 256 TB in [0-9]* d [0-9]* h$' "$out/stdout" || fail "$(cat "$out/stdout")"
  refused 2 "an array of 64 KB is more than the memory of 32 KB" --generate 1 --size 16 --memory 32KB
  works --help
  grep -q '^       fft3d --check --size ' "$out/stdout" || fail "usage: $(head -5 "$out/stdout")"
}
asks_for_a_folder_beside_pages() {
  refused 2 "--page 8x8x8 is the size of pages of a page set, and no folder for one is named" --generate 1 --size 8 --page 8x8x8
  refused 2 "--plan two-pass works on a page set, and no folder for one is named" --generate 1 --size 8 --plan two-pass
  works --size 16 --memory 64KB --page 8x8x8 --explain --rate 100
}
refuses_one_disk_twice() {
  local twice options=(--generate 1 --size 16 --memory 64KB --data "$out/set" --disks)
  for twice in "$out/d1,$out/d1" "$out/d1,$out/d2,$out/./d1/" "$out//d1/.,$out/d1"; do
    refused 2 "--disks names ${twice##*,} twice" "${options[@]}" "$twice"
  done
  mkdir "$out/d1"
  ln -s d1 "$out/link"
  refused 2 "--disks names one folder twice: $out/link is $out/d1" "${options[@]}" "$out/d1,$out/link"
  [ ! -e "$out/set" ] && [ -z "$(ls "$out/d1")" ] || fail "made: $(find "$out")"
  works "${options[@]}" "$out/d1,$out/.d1"
}
tells_the_disks_of_one_server_apart() {
  local what
  mkdir "$out/d1" "$out/d2"
  works --generate 2 --size 32 --memory 256KB --data "$out/set" --disks "$out/d1,$out/d2" --figures "$out/f.csv"
  for what in "pass 1 disk read" "pass 2 disk write"; do
    [ "$(awk -F, -v what="$what" '$1 == what { printf "%s:%s ", $3, $4 }' "$out/f.csv")" = "0:0 0:1 " ] || fail "$what: $(grep "$what" "$out/f.csv")"
  done
}

run_cases refuses_options_that_checks_would_not_heed \
  refuses_parameters_that_have_no_meaning \
  tries_its_outputs_before_it_begins \
  leaves_no_set_that_has_taken_the_room_of_its_result \
  tells_the_plan_of_a_run_that_was_begun \
  tells_the_bytes_that_this_run_has_moved \
  tells_sizes_and_times_of_people \
  asks_for_a_folder_beside_pages \
  refuses_one_disk_twice \
  tells_the_disks_of_one_server_apart
