#!/usr/bin/env bash
# fft3d-hosts-test.sh FFT3D MPIEXEC: on hosts of four-hosts.sh. Two clients and two servers on four hosts give the bytes of one host,
# and their figures tell the bytes on the network by phase. When the network of a host is cut while a transform runs,
# the others end within 10 s and name that host, whether a server or a client was there, and runs of other numbers go on
# to the same bytes.
set -euo pipefail
fft3d=$1 mpiexec=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT # what else runs ends with the namespaces
# shellcheck source=native-kernels/tests/process/deaths.bash
. "$(dirname "$0")/../process/deaths.bash"
array=(--generate 9 --size 64) plan=(--plan report --page 8x8x8)
# on HOSTS RUN...: a rank on each of these hosts.
on() {
  local hosts=()
  read -ra hosts <<<"$1"
  "$mpiexec" -n ${#hosts[@]} --host "$(IFS=, && echo "${hosts[*]/#/10.77.0.}")" "$fft3d" "${@:2}"
}

OMPI_MCA_ess_singleton_isolated=1 "$fft3d" "${array[@]}" --output "$work/whole.npy" >/dev/null
mkdir "$work/"{far,back,server,client}-{1,2}
on '1 2 3 4' "${array[@]}" "${plan[@]}" --memory 1MB --servers 2 --data "$work/far" --disks "$work/far-1,$work/far-2" --output "$work/far.npy" \
  >"$work/said" 2>&1 || not_ok "four hosts: $(cat "$work/said")"
cmp "$work/whole.npy" "$work/far.npy" || not_ok "other bytes on four hosts"
echo "ok four hosts give the bytes of one"

on '1 2 3 4' "${array[@]}" "${plan[@]}" --memory 1MB --servers 2 --data "$work/back" --disks "$work/back-1,$work/back-2" --roundtrip \
  --output "$work/back.npy" --slice "$work/slice.csv" --figures "$work/figures.csv" >"$work/said" 2>&1 || not_ok "four hosts: $(cat "$work/said")"
awk -F, '$2 != "" && $4 == "" { bytes[$1] += $10 } END { for (phase in bytes) print phase "," bytes[phase] }' "$work/figures.csv" | sort >"$work/moved"
array_bytes=$((64 ** 3 * 16))
{
  for phase in input compare output; do echo "$phase,$array_bytes"; done
  for phase in pass back; do printf '%s\n' "$phase "{1,2,3}",$((2 * array_bytes))"; done
  echo "slice,$((8 * 64 * 64 * 16))" # the pages of a plane are 8 elements thick
} | sort >"$work/to-move"
diff "$work/to-move" "$work/moved" || not_ok "bytes on the network by phase"
echo "ok each phase has the bytes that the network has moved for it"

all_are_there() {
  mapfile -t all < <(pgrep -f -- "^$fft3d .*--data $work/$1 ")
  [ ${#all[@]} = 3 ]
}
# loses RUN SERVERS HOSTS HOST WHO: a run in the folder RUN, with so many servers; HOST is cut off as soon as something is committed.
loses() {
  local all=() since holder
  holder=$(cat "/dev/shm/bed/10.77.0.$4")
  on "$3" "${array[@]}" "${plan[@]}" --memory 1MB --servers "$2" --data "$work/$1" --disks "$work/$1-1,$work/$1-2" \
    --trace "$work/$1-trace" >"$work/$1-said" 2>&1 &
  until_so all_are_there "$1"
  until_so grep -q committed "$work/$1-trace"
  since=${EPOCHREALTIME/./}
  nsenter --target "$holder" --net ip link set eth0 down
  ! grep -q ^transform_seconds "$work/$1-said" || not_ok "the run has ended before host $4 was cut off: $(cat "$work/$1-said")"
  all_end_in_time "host $4" "${all[@]}"
  says "^fft3d: client 0: $5" "$work/$1-said"
}
loses server 2 '1 3 4' 4 'server 1 on host host4' &
server=$!
loses client 1 '1 2 3' 2 'client 1 .*host2' &
wait $! || exit 1
wait $server || exit 1
on '1 3' --resume "$work/server" --memory 2MB --servers 1 --output "$work/server.npy" >"$work/said" 2>&1 || not_ok "$(cat "$work/said")"
OMPI_MCA_ess_singleton_isolated=1 "$fft3d" --resume "$work/client" --memory 1MB --output "$work/client.npy" >"$work/said" 2>&1 ||
  not_ok "$(cat "$work/said")"
for run in server client; do cmp "$work/whole.npy" "$work/$run.npy" || not_ok "other bytes after the host of a $run was cut off"; done
echo "ok hosts that are cut off are named within 10 s, and others go on"
