#!/usr/bin/env bash
# fft3d-deaths-test.sh FFT3D MPIEXEC: a rank is killed while a transform runs, and mpirun lets the others run on. They
# end within 10 s and name the dead rank. A run of other numbers of clients and servers goes on, to the same bytes.
set -euo pipefail
fft3d=$1 mpiexec=$2
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
# shellcheck source=native-kernels/tests/process/deaths.bash
. "$(dirname "$0")/../process/deaths.bash"
rank_of() { tr '\0' '\n' <"/proc/$1/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p'; }
array=(--generate 9 --size 64) plan=(--plan report --page 8x8x8)
OMPI_MCA_ess_singleton_isolated=1 "$fft3d" "${array[@]}" --output "$work/whole.npy" >/dev/null

# dies RANK NAME: of two clients and two servers.
dies() {
  local set=$work/set-$1 pid victim='' others=() run
  "$mpiexec" --enable-recovery -n 4 "$fft3d" "${array[@]}" "${plan[@]}" --memory 1MB --servers 2 --data "$set" --trace "$work/trace-$1" \
    >"$work/said" 2>&1 &
  run=$!
  until_so grep -q committed "$work/trace-$1"
  while read -r pid; do if [ "$(rank_of "$pid")" = "$1" ]; then victim=$pid; else others+=("$pid"); fi; done < <(pgrep -P $run)
  [ ${#others[@]} = 3 ] || not_ok "the run ended before anybody died: $(cat "$work/said")"
  since=${EPOCHREALTIME/./}
  kill -KILL "$victim"
  all_end_in_time "$2" "${others[@]}"
  wait $run || true # the status of mpirun --enable-recovery does not tell
  # A client that notices the death in a call may say so, too.
  [ "$(grep -c "^fft3d: .*$2 .*process $victim" "$work/said")" -ge 3 ] || not_ok "$2 is not named by all: $(cat "$work/said")"
  "$mpiexec" -n 3 "$fft3d" --resume "$set" --memory 3MB --servers 1 --output "$work/paged.npy" >"$work/said" 2>&1 || not_ok "$(cat "$work/said")"
  cmp "$work/whole.npy" "$work/paged.npy" || not_ok "other bytes after $2 died"
  printf 'ok %s dies, is named by all, and others go on\n' "$2"
}
dies 3 'server 1'
dies 1 'client 1'
