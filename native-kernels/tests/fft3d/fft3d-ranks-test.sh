#!/bin/bash
# Tests of fft3d on many ranks. usage: fft3d-ranks-test.sh FFT3D MPIRUN RANKS...
# RANKS are those of whole runs with page servers, as CLIENTS+SERVERS. SEED=N in the environment draws the rank that is
# killed as the run that printed N did.
set -u
fft3d=$1 mpirun=$2
shift 2
ranks=$*
# shellcheck source=native-kernels/tests/fft3d/fft3d-bed.bash
. "$(dirname "$0")/fft3d-bed.bash"

gives_the_same_bytes_by_any_number_of_clients_and_servers() {
  local pair clients servers
  works --generate 3 --size 40x48x64 --output "$out/whole.npy" --spectrum "$out/whole.csv"
  works --generate 3 --size 40x48x64 --output "$out/x.npy"
  works --input "$out/x.npy" --inverse --output "$out/back.npy"
  mkdir "$out/d1" "$out/d2"
  for pair in $ranks; do
    clients=${pair%+*} servers=${pair#*+}
    rm -rf "$out/set"
    timeout 600 "$mpirun" -n $((clients + servers)) "$fft3d" --input "$out/x.npy" --inverse --memory $((clients))MB --servers "$servers" --data "$out/set" \
      --disks "$out/d1,$out/d2" --output "$out/paged.npy" --figures "$out/f.csv" >"$out/stdout" 2>"$out/stderr" || fail "$pair: $(cat "$out/stderr")"
    same "$out/back.npy" "$out/paged.npy"
    [ "$(cut -d, -f2 "$out/f.csv" | grep '[0-9]' | sort -u | wc -l)" = "$clients" ] || fail "figures of other clients than $clients"
    [ "$(awk -F, '$1 == "pass 1 server" && $9 >= 0' "$out/f.csv" | wc -l)" = "$((servers < 2 ? servers : 2))" ] || fail "processors of other servers than $servers"
  done
}
passes_its_own_checks_on_disks_by_two_clients() {
  timeout 600 "$mpirun" -n 4 "$fft3d" --check --size 32 --memory 1MB --servers 2 --data "$out/set" >"$out/stdout" 2>"$out/stderr" || fail "$(cat "$out/stderr")"
}
removes_page_sets_by_other_servers_and_those_of_an_input_that_cannot_be_transformed() {
  mkdir "$out/d1" "$out/d2"
  python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<%dd" % 65535, *range(65535)) + struct.pack("<d", float("nan")))' >"$out/x"
  timeout 600 "$mpirun" -n 4 "$fft3d" --input "$out/x" --size 32 --memory 1MB --servers 2 --data "$out/set" --disks "$out/d1,$out/d2" --plan report --page 8x8x8 \
    >"$out/stdout" 2>"$out/stderr"
  grep -qF "$out/x: the element (31, 31, 31) is not finite" "$out/stderr" || fail "$(cat "$out/stderr")"
  [ -z "$(find "$out/d1" "$out/d2" -mindepth 1)" ] && [ ! -e "$out/set" ] || fail "left: $(find "$out")"
  timeout 600 "$mpirun" -n 4 "$fft3d" --generate 3 --size 32 --memory 1MB --servers 2 --data "$out/set" --disks "$out/d1,$out/d2" >"$out/stdout" 2>"$out/stderr" ||
    fail "$(cat "$out/stderr")"
  timeout 600 "$mpirun" -n 4 "$fft3d" --generate 3 --size 32 --memory 1MB --servers 2 --checkpoint "$out/set" >"$out/stdout" 2>"$out/stderr"
  grep -qF "$out/set: the page set there keeps the result of --data" "$out/stderr" || fail "$(cat "$out/stderr")"
  timeout 600 "$mpirun" -n 3 "$fft3d" --remove "$out/set" --servers 1 >"$out/stdout" 2>"$out/stderr" || fail "$(cat "$out/stderr")"
  [ -z "$(find "$out/d1" "$out/d2" -mindepth 1)" ] && [ ! -e "$out/set" ] || fail "left: $(find "$out")"
}
# All clients read the touched file anew, for the fingerprint, and go on with units that other numbers of clients have
# begun.
goes_on_by_four_and_eight_clients_and_servers() {
  local pair first then options=(--input "$out/x.npy" --memory 1MB --plan report --page 8x8x8 --checkpoint "$out/set")
  works --generate 3 --size 32 --output "$out/x.npy"
  works --input "$out/x.npy" --output "$out/whole.npy"
  for pair in 4+4:8+1 1+8:4+4; do
    first=${pair%:*} then=${pair#*:}
    launch="$mpirun -n $((first))" loses_its_output "${options[@]}" --servers "${first#*+}"
    touch "$out/x.npy"
    timeout 600 "$mpirun" -n $((then)) "$fft3d" "${options[@]}" --servers "${then#*+}" --output "$out/y.npy" >"$out/stdout" 2>"$out/stderr" || fail "$then: $(cat "$out/stderr")"
    grep -q 'going on with it' "$out/stdout" || fail "$then: $(cat "$out/stdout")"
    same "$out/whole.npy" "$out/y.npy"
    rm -f "$out/y.npy"
  done
}
# Whole runs of four and eight, from the input to the output.
gives_the_same_bytes_by_four_and_eight_clients_and_servers() {
  local pair
  works --generate 3 --size 32 --output "$out/x.npy"
  works --input "$out/x.npy" --output "$out/whole.npy"
  for pair in 4+4 1+8 8+1; do
    timeout 600 "$mpirun" -n $((${pair%+*} + ${pair#*+})) "$fft3d" --input "$out/x.npy" --memory 1MB --data "$out/set" --servers "${pair#*+}" --output "$out/y.npy" \
      >"$out/stdout" 2>"$out/stderr" || fail "$pair: $(cat "$out/stderr")"
    same "$out/whole.npy" "$out/y.npy"
    rm -rf "$out/set"
  done
}
# One rank of a run is killed; the others end by themselves, and a run of other numbers of clients and servers goes on.
goes_on_with_other_clients_and_servers_after_a_rank_died() {
  local first=${ranks##* } then=${ranks%% *} pid victims victim seed=${SEED:-$((RANDOM * 32768 + RANDOM))}
  works --generate 9 --size 96 --output "$out/whole.npy" --spectrum "$out/whole.csv"
  mkdir "$out/d1" "$out/d2"
  "$mpirun" -n $((${first%+*} + ${first#*+})) "$fft3d" --generate 9 --size 96 --memory 8MB --plan report --servers "${first#*+}" --data "$out/set" \
    --disks "$out/d1,$out/d2" --trace "$out/trace" --spectrum "$out/paged.csv" >"$out/stdout" 2>&1 &
  pid=$!
  until grep -qs committed "$out/trace" || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  mapfile -t victims < <(pgrep -P $pid)
  if [ ${#victims[@]} -gt 0 ]; then
    RANDOM=$seed
    victim=$((RANDOM % ${#victims[@]}))
    echo "  SEED=$seed kills process $((victim + 1)) of ${#victims[@]}"
    kill -KILL "${victims[victim]}" 2>/dev/null
  fi
  ! wait $pid || fail "the run ended well, for the kill did not meet it: $(cat "$out/stdout")"
  rm -f "$out/paged.csv"
  timeout 600 "$mpirun" -n $((${then%+*} + ${then#*+})) "$fft3d" --resume "$out/set" --memory 12MB --servers "${then#*+}" --output "$out/paged.npy" \
    --spectrum "$out/paged.csv" >"$out/stdout" 2>"$out/stderr" || fail "$(cat "$out/stderr")"
  same "$out/whole.npy" "$out/paged.npy"
  paste -d, "$out/whole.csv" "$out/paged.csv" | awk -F, 'NR > 1 && ($1 != $3 || ($2 - $4) ^ 2 > (1e-11 * $2) ^ 2) { exit 1 }' || fail "spectra differ"
}

cases='gives_the_same_bytes_by_any_number_of_clients_and_servers
goes_on_with_other_clients_and_servers_after_a_rank_died'
# Of many ranks where whole runs of many are asked for.
case $ranks in *4*) cases="$cases
passes_its_own_checks_on_disks_by_two_clients
removes_page_sets_by_other_servers_and_those_of_an_input_that_cannot_be_transformed
gives_the_same_bytes_by_four_and_eight_clients_and_servers
goes_on_by_four_and_eight_clients_and_servers" ;; esac
# shellcheck disable=SC2086
run_cases $cases
