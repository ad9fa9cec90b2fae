#!/usr/bin/env bash
# slipway bench fft-crash [--kills N] [--seed S] [--quick] [--json] [--check]
# Transforms with page servers are killed with SIGKILL at random moments, N times (40; --quick: 8): the whole run, one client
# or one server; and gone on with by random numbers of clients and servers until they end. Afterwards:
#   wrong          results that are not those of a run that nobody killed, to the byte
#   redone_lines   units that a client had begun and had to begin again: the most of any kill and client
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
fft3d=$SLIPWAY_ROOT/native-kernels/target/cmake/fft3d
kills=40 size=128
# shellcheck source=native-kernels/bench/crash-options.bash
source "$SLIPWAY_ROOT/native-kernels/bench/crash-options.bash"
crash_options fft-crash 8 "$@"
[ -x "$fft3d" ] || fail "fft3d is not built" "It needs FFTW: libfftw3-dev on Debian."
top=$(mktemp -d "$SLIPWAY_ROOT/native-kernels/target/fft-crash.XXXXXX")
trap 'rm -rf "$top"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_mpi_yield_when_idle=1

# start OPTION...: a run of random numbers of clients and servers in the background; its trace is of this run alone.
start() {
    local clients=$((1 + RANDOM % 3)) servers=$((1 + RANDOM % 3))
    rm -f "$top/trace"
    setsid mpirun.openmpi -n $((clients + servers)) "$fft3d" --servers $servers --memory $((clients * 6))MB --trace "$top/trace" "$@" >"$top/out" 2>&1 &
    run=$!
}

# members: the ranks of the run, by their process group's session.
members() { pgrep -s "$run" -x fft3d || true; }

# kill_one: the whole run, or one of its ranks.
kill_one() {
    local ranks
    mapfile -t ranks < <(members)
    if [ $((RANDOM % 2)) = 0 ] || [ ${#ranks[@]} = 0 ]; then
        kill -KILL "$run" "${ranks[@]}" 2>/dev/null || true
    else
        kill -KILL "${ranks[RANDOM % ${#ranks[@]}]}" 2>/dev/null || true
    fi
}

# redone: units that one client had begun in the run that was killed, and had not committed: the most of all clients.
redone() {
    [ -e "$top/trace" ] || { echo 0; return; }
    awk '{ unit = $2 " " $3 " " $4 " " $5 } $1 == "begun" { open[unit] = $2 } $1 == "committed" { delete open[unit] }
        END { for (unit in open) count[open[unit]]++; for (c in count) if (count[c] > most) most = count[c]; print most + 0 }' "$top/trace"
}

begin "transform $size^3 without a kill"
tasks=('' '--filter gauss --parameter 20') plans=(two-pass report) wanted=()
for task in "${tasks[@]}"; do
    # shellcheck disable=SC2086
    "$fft3d" --generate 11 --size $size $task --output "$top/whole.npy" >"$top/out" 2>&1 || fail "$(tail -3 "$top/out")"
    wanted+=("$(sha256sum <"$top/whole.npy")")
done
rm "$top/whole.npy"
end
done_kills=0 wrong=0 most=0 runs=0
while [ $done_kills -lt $kills ]; do
    runs=$((runs + 1))
    plan=${plans[RANDOM % 2]} which=$((RANDOM % 2))
    rm -rf "$top/set" "$top/d1" "$top/d2" "$top/y.npy"
    mkdir "$top/d1" "$top/d2"
    # shellcheck disable=SC2086
    start --generate 11 --size $size ${tasks[which]} --plan $plan --data "$top/set" --disks "$top/d1,$top/d2" --output "$top/y.npy"
    while :; do
        # Once the run has its page set, a kill comes within the time that the run may take.
        until [ -e "$top/trace" ] || ! kill -0 $run 2>/dev/null; do sleep 0.02; done
        sleep "0.$(printf '%03d' $((RANDOM % 900)))"
        if [ $done_kills -lt $kills ] && kill -0 $run 2>/dev/null; then
            kill_one
            done_kills=$((done_kills + 1))
        fi
        status=0
        wait $run 2>/dev/null || status=$?
        until [ -z "$(members)" ]; do sleep 0.05; done
        [ $status != 0 ] || break
        now=$(redone)
        [ "$now" -le $most ] || most=$now
        start --resume "$top/set" --output "$top/y.npy"
    done
    [ "$(sha256sum <"$top/y.npy")" = "${wanted[which]}" ] || { wrong=$((wrong + 1)); echo "run $runs (seed $seed): another result"; }
done
if [ -n "$json" ]; then
    printf '{"kills": %d, "runs": %d, "wrong": %d, "redone_lines": %d, "seed": %d}\n' $done_kills $runs $wrong "$most" "$seed"
else
    printf 'kills %d in %d runs, wrong %d, redone_lines %d (seed %d)\n' $done_kills $runs $wrong "$most" "$seed"
fi
[ -z "$check" ] || { [ $wrong = 0 ] && [ "$most" -le 3 ]; }
