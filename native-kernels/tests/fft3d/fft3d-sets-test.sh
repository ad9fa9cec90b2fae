#!/bin/bash
# Tests the page sets of fft3d: who may use a set, who removes a set, and the remains of a run that ended early. usage:
# fft3d-sets-test.sh FFT3D
set -u
fft3d=$1
# shellcheck source=native-kernels/tests/fft3d/fft3d-bed.bash
. "$(dirname "$0")/fft3d-bed.bash"

# A set that --data made stays under every --checkpoint, and so does the result of --resume.
leaves_a_set_that_data_made_alone() {
  local seed
  works --generate 2 --size 32 --memory 256KB --data "$out/set" --output "$out/whole.npy"
  find "$out/set" -type f -exec sha256sum {} + | sort >"$out/before"
  for seed in 2 3; do
    refused 2 "$out/set: the page set there keeps the result of --data" --generate $seed --size 32 --memory 256KB --checkpoint "$out/set" --output "$out/y.npy"
    grep -q -e '--resume' "$out/stderr" || fail "no remedy: $(cat "$out/stderr")"
  done
  find "$out/set" -type f -exec sha256sum {} + | sort | cmp - "$out/before" || fail "the set was touched"
  [ ! -e "$out/y.npy" ] || fail "a result was written"
  works --resume "$out/set" --output "$out/y.npy"
  same "$out/whole.npy" "$out/y.npy"
  rm -rf "$out/set"
  loses_its_output --generate 2 --size 32 --memory 256KB --data "$out/set"
  refused 2 "$out/set: the page set there has an unfinished run of --data" --generate 2 --size 32 --memory 256KB --checkpoint "$out/set"
  rm -rf "$out/set"
  loses_its_output --generate 2 --size 32 --memory 256KB --checkpoint "$out/set"
  works --resume "$out/set"
  refused 2 "$out/set: the page set there keeps the result of --resume" --generate 3 --size 32 --memory 256KB --checkpoint "$out/set"
}
goes_on_with_a_checkpoint_also_where_the_memory_holds_the_array() {
  local memory
  works --generate 2 --size 32 --output "$out/whole.npy"
  for memory in "--memory 1GB" "--memory 1GB --plan memory"; do
    loses_its_output --generate 2 --size 32 --memory 256KB --checkpoint "$out/set"
    works --generate 2 --size 32 $memory --checkpoint "$out/set" --output "$out/y.npy"
    grep -q 'going on with it' "$out/stdout" || fail "$memory: $(cat "$out/stdout")"
    [ ! -e "$out/set" ] || fail "$memory: the checkpoint stayed"
    same "$out/whole.npy" "$out/y.npy"
  done
  loses_its_output --generate 3 --size 32 --memory 256KB --checkpoint "$out/set"
  works --generate 2 --size 32 --memory 1GB --checkpoint "$out/set" --output "$out/y.npy"
  grep -q 'beginning anew' "$out/stdout" || fail "$(cat "$out/stdout")"
  [ ! -e "$out/set" ] || fail "the other checkpoint stayed"
  same "$out/whole.npy" "$out/y.npy"
}
refuses_to_resume_with_another_filter_or_parameter() {
  local options=(--generate 2 --size 32 --memory 256KB --filter gauss --parameter 5)
  works "${options[@]}" --data "$out/set" --output "$out/whole.npy"
  refused 2 "folder $out/set: the run that was begun there does something else" --resume "$out/set" --filter low
  refused 2 "folder $out/set: the run that was begun there does something else" --resume "$out/set" --parameter 6 --output "$out/y.npy"
  refused 2 "folder $out/set: the run that was begun there does something else" --resume "$out/set" --parameter 1
  [ ! -e "$out/y.npy" ] || fail "a result was written"
  works --resume "$out/set" --filter gauss --parameter 5 --output "$out/y.npy"
  same "$out/whole.npy" "$out/y.npy"
}
# kill_when PID COMMAND...: kills the run as soon as COMMAND succeeds; fails if the run ended before.
kill_when() {
  local pid=$1
  shift
  until "$@" || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
  kill -KILL "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  [ $? = 137 ] || fail "the run ended before it was killed"
}
removes_the_page_sets_of_a_check_that_was_killed() {
  local options=(--check --size 60 --memory 1MB --data "$out/set" --disks "$out/d1,$out/d2")
  mkdir "$out/d1" "$out/d2"
  "$fft3d" "${options[@]}" >"$out/killed" 2>&1 &
  kill_when $! [ -e "$out/set/other/state" ]
  [ -n "$(ls "$out/d1")" ] && [ -d "$out/set/beside" ] && [ -d "$out/set/other" ] || fail "the killed check left nothing"
  refused 2 "$out/set/beside: --check made the page set there" --resume "$out/set/beside"
  refused 2 "$out/set/beside: --check made the page set there" --generate 1 --size 60 --memory 1MB --checkpoint "$out/set/beside"
  exec 8<"$out/set/other"
  flock -n 8 || fail "no lock"
  refused 5 "folder $out/set/other: another run has it" "${options[@]}"
  [ -d "$out/set/other" ] || fail "a set that another run has is gone"
  exec 8<&-
  works "${options[@]}"
  [ -z "$(find "$out/d1" "$out/d2" -mindepth 1)" ] && [ ! -e "$out/set" ] || fail "left: $(find "$out")"
  mkdir "$out/set"
  works --generate 1 --size 32 --memory 256KB --data "$out/set/beside"
  refused 2 "$out/set/beside: --check did not make the page set there" "${options[@]}"
  grep -qF "take another folder, or remove it by fft3d --remove $out/set/beside" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
  works --resume "$out/set/beside"
}
says_how_to_remove_the_page_sets_of_a_check_that_a_signal_ended() {
  local options=(--check --size 60 --memory 1MB --data "$out/set") signal pid status
  for signal in TERM INT; do
    env --default-signal=$signal "$fft3d" "${options[@]}" >"$out/stdout" 2>"$out/stderr" &
    pid=$!
    # The log of a disk has grown once pages are committed: then both sets are noted.
    until find "$out/set/other" -name log -size +64c 2>/dev/null | grep -q . || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -$signal $pid
    wait $pid
    status=$?
    [ $status = $((128 + $(kill -l $signal))) ] || fail "status $status"
    grep -o 'fft3d --remove [^,]*' "$out/stderr" >"$out/remedies"
    [ "$(wc -l <"$out/remedies")" = 2 ] || fail "it says: $(cat "$out/stderr")"
    while read -r _ remove folder; do works "$remove" "$folder"; done <"$out/remedies"
    rmdir "$out/set" || fail "left: $(find "$out/set")"
    rm -rf "$out/set"
  done
  works "${options[@]}"
  [ ! -s "$out/stderr" ] || fail "it says: $(cat "$out/stderr")"
}
removes_a_page_set_with_its_pages_on_all_disks() {
  mkdir "$out/d1" "$out/d2" "$out/empty"
  works --generate 2 --size 32 --memory 256KB --data "$out/set" --disks "$out/d1,$out/d2"
  [ -n "$(ls "$out/d1")" ] && [ -n "$(ls "$out/d2")" ] || fail "no pages on a disk"
  refused 2 "$out/set holds a page set already" --generate 2 --size 32 --memory 256KB --data "$out/set"
  grep -qF "go on with it by --resume, or remove it by fft3d --remove $out/set" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
  exec 8<"$out/set"
  flock -n 8 || fail "no lock"
  refused 5 "folder $out/set: another run has it" --remove "$out/set"
  exec 8<&-
  exec 8<"$out/set/layout"
  flock -n 8 || fail "no lock"
  refused 5 "$out/set: is open already" --remove "$out/set"
  exec 8<&-
  refused 2 "--remove goes with no option but --servers" --remove "$out/set" --generate 1
  refused 2 "--remove goes with no option but --servers" --remove "$out/set" --spectrum "$out/s.csv"
  works --resume "$out/set"
  works --remove "$out/set"
  [ -z "$(find "$out/d1" "$out/d2" -mindepth 1)" ] && [ ! -e "$out/set" ] || fail "left: $(find "$out")"
  refused 3 "folder $out/set: holds no page set" --remove "$out/set"
  [ ! -e "$out/set" ] || fail "a folder was made"
  refused 3 "folder $out/empty: holds no page set" --remove "$out/empty"
  [ -d "$out/empty" ] || fail "a folder that is no page set is gone"
}
leaves_nothing_of_an_input_that_cannot_be_transformed() {
  local kind
  python3 - "$out/x" <<'END'
import struct, sys
values = [float(i * 37 % 101) for i in range(2 * 32 ** 3)]
values[-5] = float('nan')
open(sys.argv[1], 'wb').write(struct.pack('<%dd' % len(values), *values))
END
  for kind in --data --checkpoint; do
    mkdir -p "$out/d1"
    refused 4 "$out/x: the element (31, 31, 29) is not finite" --input "$out/x" --size 32 --memory 256KB $kind "$out/set" --disks "$out/d1,$out/set/d2"
    [ ! -e "$out/set" ] || fail "$kind left: $(find "$out/set")"
    [ ! -e "$out/d1" ] || [ -z "$(ls "$out/d1")" ] || fail "$kind left: $(find "$out/d1")"
    [ -d "$out/d1" ] || [ $kind = --checkpoint ] || fail "a folder of the user's is gone"
  done
}
# A run that was killed while making a set has left neither a state nor a page.
begins_anew_in_an_empty_set_and_refuses_one_of_another_program() {
  local options=(--input "$out/x" --size 32 --memory 256KB --checkpoint "$out/set")
  stops_in_its_input --data "$out/set"
  rm "$out/set/state"
  refused 3 "the page set in $out/set was not made by this version of fft3d" "${options[@]}"
  grep -qF "take another folder, or remove it by fft3d --remove $out/set" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
  [ -e "$out/set/layout" ] || fail "the set is gone"
  works --remove "$out/set"
  cp "$out/x.good" "$out/x"
  poke "$out/x" 1200 # in the second block: no page is whole before
  refused 3 "$out/x: " --input "$out/x" --size 32 --memory 256KB --data "$out/set"
  rm "$out/set/state"
  cp "$out/x.good" "$out/x"
  works "${options[@]}" --output "$out/y"
  works --input "$out/x" --size 32 --output "$out/whole"
  same "$out/whole" "$out/y"
}

run_cases leaves_a_set_that_data_made_alone \
  goes_on_with_a_checkpoint_also_where_the_memory_holds_the_array \
  refuses_to_resume_with_another_filter_or_parameter \
  removes_the_page_sets_of_a_check_that_was_killed \
  says_how_to_remove_the_page_sets_of_a_check_that_a_signal_ended \
  removes_a_page_set_with_its_pages_on_all_disks \
  leaves_nothing_of_an_input_that_cannot_be_transformed \
  begins_anew_in_an_empty_set_and_refuses_one_of_another_program
