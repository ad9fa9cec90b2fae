#!/bin/bash
# Tests of fft3d as a program of one rank. usage: fft3d-test.sh FFT3D
set -u
fft3d=$1
# shellcheck source=native-kernels/tests/fft3d/fft3d-bed.bash
. "$(dirname "$0")/fft3d-bed.bash"
# npy FILE DTYPE ORDER SHAPE NUMBERS: a file of these numbers (python's struct, without numpy)
npy() {
  python3 - "$@" <<'END'
import struct, sys
path, dtype, fortran, shape, numbers = sys.argv[1:]
values = eval(numbers)
head = ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (dtype, fortran, shape)).encode()
head += b' ' * (-(len(head) + 11) % 64) + b'\n'
open(path, 'wb').write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head + struct.pack('<%dd' % len(values), *values))
END
}

passes_its_own_checks() {
  works --check --size 64
  grep -q '^error_e16 ' "$out/stdout" && grep -q '^roundtrip_e16 ' "$out/stdout" || fail "$(cat "$out/stdout")"
  works --check --size 30x42x50
}
passes_its_own_checks_on_disks() {
  local name plan
  mkdir "$out/d1" "$out/d2"
  for plan in two-pass report; do
    works --check --size 30x42x48 --memory 1MB --plan $plan --data "$out/set" --disks "$out/d1,$out/d2"
    for name in parseval impulse wave shift linearity roundtrip; do
      grep -Eq "^${name}_e16 [0-9.]+ of at most 20$" "$out/stdout" || fail "$name: $(cat "$out/stdout")"
    done
    [ -z "$(find "$out/d1" "$out/d2" -mindepth 1)" ] && [ ! -e "$out/set" ] || fail "left: $(find "$out")"
  done
  refused 2 "checks in memory take 2 MB, and the memory is 1 MB" --check --size 30x42x50 --memory 1MB
  refused 2 "--check has arrays of its own" --check --size 16 --generate 1
}
gives_the_same_bytes_in_memory_and_by_each_plan() {
  local plan task
  for task in "" --inverse "--filter poisson"; do
    works --generate 3 --size 40x48x64 $task --output "$out/whole.npy"
    for plan in two-pass report; do
      works --generate 3 --size 40x48x64 $task --memory 1MB --plan $plan --data "$out/set" --output "$out/paged.npy"
      same "$out/whole.npy" "$out/paged.npy"
      rm -rf "$out/set"
    done
  done
}
gives_the_same_spectrum_slice_and_roundtrip_on_disks() {
  local name options=(--generate 5 --size 48)
  works "${options[@]}" --spectrum "$out/a.csv" --slice "$out/as.csv"
  mkdir "$out/d1" "$out/d2"
  works "${options[@]}" --memory 512KB --data "$out/set" --disks "$out/d1,$out/d2" --spectrum "$out/b.csv" --slice "$out/bs.csv" --figures "$out/f.csv"
  # The parts of a sum are others; their difference is beyond the twelve digits, but for the last of them.
  paste -d, "$out/a.csv" "$out/b.csv" | awk -F, 'NR == 1 { exit !($0 == "k,power,k,power") } $1 != $3 || ($2 - $4) ^ 2 > (1e-11 * $2) ^ 2 { exit 1 }' || fail "spectra differ"
  same "$out/as.csv" "$out/bs.csv"
  [ "$(wc -l <"$out/as.csv")" = $((48 * 48 + 1)) ] || fail "rows of the slice"
  [ "$(head -1 "$out/as.csv")" = row,column,value ] || fail "header of the slice"
  [ "$(value spectrum_rows)" = $(($(wc -l <"$out/b.csv") - 1)) ] || fail "spectrum_rows is $(value spectrum_rows)"
  [ "$(head -1 "$out/f.csv")" = phase,client,server,unit,bytes,seconds,mb_per_s,domain,processor_seconds,network_bytes ] || fail "header of the figures"
  awk -F, 'NF != 10 { exit 1 } $1 == "pass 1" && ($9 <= 0 || $10 != 0) { exit 1 }' "$out/f.csv" || fail "processor and network: $(grep '^pass 1,' "$out/f.csv")"
  for name in "input read" "pass 1 read" "pass 1 compute" "pass 2 write" "pass 1 disk read" "pass 2 disk write"; do
    grep -q "^$name," "$out/f.csv" || fail "no line of $name"
  done
  awk -F, '$1 == "pass 1 write" { bytes += $5 } END { exit bytes != 48 ^ 3 * 16 }' "$out/f.csv" || fail "bytes of pass 1"
  rm -rf "$out/set"
  works "${options[@]}" --memory 512KB --data "$out/set" --roundtrip --barriers --spectrum "$out/r.csv"
  same "$out/b.csv" "$out/r.csv"
  awk -v e="$(value roundtrip_e16)" 'BEGIN { exit !(e > 0 && e < 20) }' || fail "roundtrip $(value roundtrip_e16)"
}
reads_npy_raw_and_blocks_alike() {
  local name
  works --generate 4 --size 20x18x16 --output "$out/x.npy"
  works --generate 4 --size 20x18x16 --output "$out/x.raw"
  tail -c $((20 * 18 * 16 * 16)) "$out/x.npy" | cmp - "$out/x.raw" || fail "npy and raw differ"
  bgzip -c "$out/x.npy" >"$out/x.npy.gz"
  works --input "$out/x.npy" --output "$out/a.npy"
  works --input "$out/x.raw" --size 20x18x16 --output "$out/b.npy"
  works --input "$out/x.npy.gz" --output "$out/c.npy"
  works --input "$out/x.npy.gz" --memory 64KB --data "$out/set" --output "$out/d.npy"
  for name in b c d; do same "$out/a.npy" "$out/$name.npy"; done
}
takes_real_numbers_as_complex_ones() {
  npy "$out/real.npy" '<f8' False '(4, 3, 5)' '[(i * 37) % 11 - 5 for i in range(60)]'
  npy "$out/complex.npy" '<c16' False '(4, 3, 5)' '[x for i in range(60) for x in ((i * 37) % 11 - 5, 0)]'
  works --input "$out/real.npy" --output "$out/a.npy"
  works --input "$out/complex.npy" --output "$out/b.npy"
  same "$out/a.npy" "$out/b.npy"
}
refuses_inputs_that_cannot_be_transformed() {
  npy "$out/nan.npy" '<c16' False '(4, 3, 5)' '[float("nan") if i == 73 else i for i in range(120)]'
  refused 4 "$out/nan.npy: the element (2, 1, 1) is not finite" --input "$out/nan.npy"
  refused 4 "$out/nan.npy: the element (2, 1, 1) is not finite" --input "$out/nan.npy" --memory 1KB --data "$out/set"
  [ ! -e "$out/set" ] || fail "left: $(find "$out/set")"
  npy "$out/fortran.npy" '<c16' True '(4, 3, 5)' 'range(120)'
  refused 4 "$out/fortran.npy is not in C order" --input "$out/fortran.npy"
  npy "$out/single.npy" '<c8' False '(4, 3, 5)' 'range(60)'
  refused 3 "$out/single.npy" --input "$out/single.npy"
  npy "$out/eleven.npy" '<c16' False '(2, 2, 11)' 'range(88)'
  refused 2 "size 2x2x11: 11 has a prime factor other than 2, 3, 5 and 7" --input "$out/eleven.npy"
  npy "$out/cut.npy" '<c16' False '(4, 3, 5)' 'range(119)'
  refused 3 "$out/cut.npy" --input "$out/cut.npy"
  head -c 100 "$out/nan.npy" >"$out/header.npy"
  refused 3 "$out/header.npy" --input "$out/header.npy"
  refused 2 "$out/x.raw is no .npy file" --input <(true) --input "$(head -c 960 /dev/zero >"$out/x.raw"; echo "$out/x.raw")"
  refused 4 "$out/x.raw has 960 bytes, and an array of 4x4x5 takes 1280" --input "$out/x.raw" --size 4x4x5
  refused 3 "$out/none.npy" --input "$out/none.npy"
}
refuses_what_cannot_be_done_before_anything_is_written() {
  refused 2 "an array of 4 MB is more than the memory of 1 MB" --generate 1 --size 64 --memory 1MB
  refused 5 "pages of 5x8x8 do not divide an array of 64x64x64" --generate 1 --size 64 --memory 1MB --page 5x8x8 --data "$out/set"
  refused 5 "the plan report for 64x64x64 by 1 clients takes at least" --generate 1 --size 64 --memory 2KB --data "$out/set"
  refused 2 "--input and --generate do not go together" --generate 1 --input x
  refused 2 "--spectrum is that of a forward transform" --generate 1 --size 8 --inverse --spectrum "$out/s.csv"
  refused 2 "--memory 3XB: it is no size" --generate 1 --size 8 --memory 3XB
  refused 2 "--size 3x4: it is no shape" --generate 1 --size 3x4
  refused 2 "nothing to transform" --memory 1GB
  refused 6 "a plane with rows of 131072 elements is not drawn" --generate 1 --size 8x1x131072 --memory 64MB --data "$out/set" --slice "$out/s.csv"
  refused 2 "--size 1048576: it has more than 281474976710656 elements" --generate 1 --size 1048576
  refused 2 "--size 524288x1048576x1048576: it has more than" --size 524288x1048576x1048576 --explain --rate 1000
  refused 2 "--size 1048576x1048576x1048576: it has more than" --check --size 1048576x1048576x1048576
  [ ! -e "$out/set" ] || fail "a set was made"
  works --generate 1 --size 32 --memory 256KB --data "$out/set"
  refused 2 "$out/set holds a page set already" --generate 1 --size 32 --memory 256KB --data "$out/set"
  refused 3 "folder $out/nowhere: holds no data set" --resume "$out/nowhere"
}
tells_the_plan_before_anything_moves() {
  works --generate 1 --size 1024 --memory 2GB --data "$out/set" --explain --rate 1000
  grep -q 'plan two-pass' "$out/stdout" && grep -q 'moves 64 GB in [0-9]* min [0-9]* s$' "$out/stdout" || fail "$(cat "$out/stdout")"
  works --size 64x64x64 --memory 1MB --data "$out/set" --plan report --explain
  grep -q 'pass 3: .* axes 1; 8 MB, ' "$out/stdout" || fail "$(cat "$out/stdout")"
  [ ! -e "$out/set" ] || fail "a set was made"
  refused 2 "--explain needs a size" --explain
}
tells_progress_as_json() {
  SLIPWAY_PROGRESS=$out/progress works --generate 1 --size 48 --memory 512KB --data "$out/set"
  python3 - "$out/progress" <<'END' || fail "$(cat "$out/progress")"
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert {'done', 'of', 'phase', 'figures'} == set(lines[0]), lines[0]
assert {'gb_per_s', 'seconds_left'} == set(lines[0]['figures']), lines[0]
assert [line['done'] for line in lines] == sorted(line['done'] for line in lines)
assert lines[-1]['done'] == lines[-1]['of'] > 0 and 'pass 2' in [line['phase'] for line in lines]
END
}
# A run that was killed goes on, and ends with the same bytes. A run may end before its kill, but not each of them.
goes_on_after_a_kill() {
  local plan phase met=0 pid
  works --generate 9 --size 96 --filter gauss --parameter 9 --output "$out/whole.npy"
  for plan in two-pass report; do
    for phase in input 'pass 1' 'pass 3'; do
      [ "$plan $phase" != 'report input' ] || continue # the input is read alike for both plans
      rm -rf "$out/set" "$out/progress"
      SLIPWAY_PROGRESS=$out/progress "$fft3d" --generate 9 --size 96 --filter gauss --parameter 9 --memory 2MB --plan $plan --data "$out/set" >"$out/stdout" 2>&1 &
      pid=$!
      until grep -qs "\"phase\":\"$phase\"" "$out/progress" || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
      kill -KILL $pid 2>/dev/null
      wait $pid 2>/dev/null
      [ $? != 137 ] || met=$((met + 1)) # a run that has ended, and was not waited for, takes a kill, too
      [ -e "$out/set" ] || continue
      works --resume "$out/set" --memory 4MB --output "$out/paged.npy"
      same "$out/whole.npy" "$out/paged.npy"
    done
  done
  [ $met -gt 0 ] || fail "no kill met a run"
}
keeps_a_checkpoint_only_while_it_is_needed() {
  local options=(--generate 2 --size 32 --memory 256KB --checkpoint "$out/set")
  loses_its_output "${options[@]}"
  [ -d "$out/set" ] || fail "the checkpoint is gone"
  works "${options[@]}" --output "$out/y.npy"
  grep -q 'going on with it' "$out/stdout" || fail "$(cat "$out/stdout")"
  [ ! -e "$out/set" ] || fail "the checkpoint stayed"
  works --generate 2 --size 32 --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
  loses_its_output "${options[@]}"
  works --generate 3 --size 32 --memory 256KB --checkpoint "$out/set" --output "$out/y.npy"
  grep -q 'beginning anew' "$out/stdout" || fail "$(cat "$out/stdout")"
  works --generate 3 --size 32 --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
}
keeps_the_spectrum_of_a_run_there_and_back_and_leaves_no_folder() {
  local options=(--generate 2 --size 32 --memory 256KB --checkpoint "$out/set" --disks "$out/set/d1,$out/set/d2" --roundtrip --spectrum)
  works "${options[@]}" "$out/whole.csv"
  [ ! -e "$out/set" ] || fail "left: $(find "$out/set")"
  loses_its_output "${options[@]}" "$out/s.csv"
  works "${options[@]}" "$out/again.csv"
  grep -q 'going on with it' "$out/stdout" || fail "$(cat "$out/stdout")"
  same "$out/whole.csv" "$out/again.csv"
  [ ! -e "$out/set" ] || fail "left: $(find "$out/set")"
}
# A checkpoint that ended behind its passes: an output could not be written.
begins_a_checkpoint_of_the_input() {
  works --generate 7 --size 64 --output "$out/x.npy"
  cp "$out/x.npy" "$out/old.npy"
  loses_its_output "${options[@]}" --input "$out/x.npy"
}
begins_anew_where_one_byte_of_the_input_has_changed() {
  local options=(--memory 1MB --checkpoint "$out/set")
  begins_a_checkpoint_of_the_input
  poke "$out/x.npy" 1400007
  works "${options[@]}" --input "$out/x.npy" --output "$out/y.npy"
  grep -q "of $out/x.npy as it was then, not of $out/x.npy: beginning anew" "$out/stdout" || fail "$(cat "$out/stdout")"
  works --input "$out/x.npy" --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
}
# Acts as the retry of a job, with staged files that are other files of the same bytes.
goes_on_with_another_file_of_the_same_bytes() {
  local options=(--memory 1MB --checkpoint "$out/set")
  begins_a_checkpoint_of_the_input
  rm "$out/x.npy"
  mkdir "$out/retry"
  mv "$out/old.npy" "$out/retry/x.npy"
  touch "$out/retry/x.npy"
  works "${options[@]}" --input "$out/retry/x.npy" --output "$out/y.npy"
  grep -q 'going on with it' "$out/stdout" || fail "$(cat "$out/stdout")"
  works --input "$out/retry/x.npy" --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
}
refuses_to_resume_with_another_input() {
  local options=(--memory 1MB --data "$out/set")
  begins_a_checkpoint_of_the_input
  poke "$out/x.npy" 1400007
  refused 3 "folder $out/set: $out/x.npy is not the array that the run was begun with, which came from $out/x.npy" --resume "$out/set" --output "$out/y.npy"
  works --generate 8 --size 64 --output "$out/z.npy"
  refused 3 "folder $out/set: $out/z.npy is not the array that the run was begun with, which came from $out/x.npy" --resume "$out/set" --input "$out/z.npy"
  refused 3 "folder $out/set: the generator is not the array" --resume "$out/set" --generate 7
  refused 2 "folder $out/set: the run that was begun there does something else" --resume "$out/set" --inverse
  [ ! -e "$out/y.npy" ] || fail "a result was written"
  works --resume "$out/set" --input "$out/old.npy" --output "$out/y.npy"
  works --input "$out/old.npy" --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
  rm "$out/x.npy" "$out/old.npy"
  works --resume "$out/set" --output "$out/again.npy"
  same "$out/whole.npy" "$out/again.npy"
}
does_not_mix_two_inputs_of_a_run_that_stopped_in_its_input() {
  stops_in_its_input --data "$out/set"
  poke "$out/x.raw" 7
  bgzip -c "$out/x.raw" >"$out/x"
  refused 3 "folder $out/set: $out/x is not the array that the run was begun with" --resume "$out/set" --output "$out/y"
  refused 3 "folder $out/set: $out/x.good is not the array that the run was begun with" --resume "$out/set" --input "$out/x.good" --output "$out/y"
  [ ! -e "$out/y" ] || fail "a result was written"
  stops_in_its_input --checkpoint "$out/other"
  poke "$out/x.raw" 7
  bgzip -c "$out/x.raw" >"$out/x"
  works --input "$out/x" --size 32 --memory 256KB --checkpoint "$out/other" --output "$out/y"
  works --input "$out/x" --size 32 --output "$out/whole"
  same "$out/whole" "$out/y"
}
# The set knows the size: the block stops the run, not a lack of --size.
resumes_a_raw_input_without_its_size() {
  stops_in_its_input --data "$out/set"
  refused 3 "$out/x: " --resume "$out/set"
  refused 2 "folder $out/set: the array there is 32x32x32" --resume "$out/set" --size 16
}
keeps_the_result_in_a_set_also_where_the_memory_holds_the_array() {
  works --generate 7 --size 32 --data "$out/set"
  works --resume "$out/set" --output "$out/y.npy"
  works --generate 7 --size 32 --output "$out/whole.npy"
  same "$out/whole.npy" "$out/y.npy"
}
tells_that_a_run_goes_on_by_the_plan_that_it_was_begun_with() {
  local options=(--generate 2 --size 32 --memory 256KB --checkpoint "$out/set")
  loses_its_output "${options[@]}" --plan report
  loses_its_output "${options[@]}" --plan two-pass
  grep -q 'goes on by the plan report, with which it was begun, and not by --plan two-pass' "$out/stdout" || fail "$(cat "$out/stdout")"
  works --resume "$out/set" --plan two-pass --output "$out/y.npy"
  grep -q 'goes on by the plan report, with which it was begun, and not by --plan two-pass' "$out/stdout" || fail "$(cat "$out/stdout")"
}
lets_one_run_have_a_folder() {
  local begun
  mkdir "$out/set"
  exec 8<"$out/set"
  flock -n 8 || fail "no lock"
  for begun in --data --checkpoint; do
    refused 5 "folder $out/set: another run has it" --generate 2 --size 32 --memory 256KB $begun "$out/set"
    [ -d "$out/set" ] && [ -z "$(ls "$out/set")" ] || fail "made: $(ls "$out/set")"
  done
  refused 5 "folder $out/set: another run has it" --resume "$out/set"
  exec 8<&-
  works --generate 2 --size 32 --memory 256KB --data "$out/set"
}
# Each of two starts at once ends well, or is told of the other. One of them ends well, and the set is whole.
lets_two_starts_at_once_not_take_each_others_set() {
  local round one two pid
  for round in 1 2; do
    timeout 600 "$fft3d" --generate 2 --size 32 --memory 256KB --data "$out/set" >/dev/null 2>"$out/one" & pid=$!
    timeout 600 "$fft3d" --generate 2 --size 32 --memory 256KB --data "$out/set" >/dev/null 2>"$out/two"; two=$?
    wait $pid; one=$?
    [ $one = 0 ] || [ $two = 0 ] || fail "both ended: $(cat "$out/one" "$out/two")"
    [ $one = 0 ] || grep -qE 'another run has it|holds a page set already' "$out/one" || fail "$(cat "$out/one")"
    [ $two = 0 ] || grep -qE 'another run has it|holds a page set already' "$out/two" || fail "$(cat "$out/two")"
    works --resume "$out/set"
    rm -rf "$out/set"
  done
}

run_cases passes_its_own_checks \
  passes_its_own_checks_on_disks \
  gives_the_same_bytes_in_memory_and_by_each_plan \
  gives_the_same_spectrum_slice_and_roundtrip_on_disks \
  reads_npy_raw_and_blocks_alike \
  takes_real_numbers_as_complex_ones \
  refuses_inputs_that_cannot_be_transformed \
  refuses_what_cannot_be_done_before_anything_is_written \
  tells_the_plan_before_anything_moves \
  tells_progress_as_json \
  goes_on_after_a_kill \
  keeps_a_checkpoint_only_while_it_is_needed \
  keeps_the_spectrum_of_a_run_there_and_back_and_leaves_no_folder \
  begins_anew_where_one_byte_of_the_input_has_changed \
  goes_on_with_another_file_of_the_same_bytes \
  refuses_to_resume_with_another_input \
  does_not_mix_two_inputs_of_a_run_that_stopped_in_its_input \
  resumes_a_raw_input_without_its_size \
  keeps_the_result_in_a_set_also_where_the_memory_holds_the_array \
  tells_that_a_run_goes_on_by_the_plan_that_it_was_begun_with \
  lets_one_run_have_a_folder \
  lets_two_starts_at_once_not_take_each_others_set
