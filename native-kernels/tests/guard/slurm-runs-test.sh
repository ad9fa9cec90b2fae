#!/usr/bin/env bash
# Tests of runs of slipway-guard as batch jobs of Slurm, on a bed of two hosts.
# usage: slurm-runs-test.sh CLUSTER GUARD MPI_PROBE STUBBORN_MPI MPIRUN
# CLUSTER is deploy/cluster/cluster.sh. Each case is a function named as a sentence of behaviour. Ends with 77 if a bed
# cannot be made. `submit` shows what a batch script needs.
set -u
if [ -z "${SLURM_TEST_FOLDER:-}" ]; then
    # Not below /tmp, which a run has privately.
    SLURM_TEST_FOLDER=$(mktemp -d /var/lib/slipway-slurm-test.XXXXXX) || exit 77
    export SLURM_TEST_FOLDER
    trap 'rm -rf "$SLURM_TEST_FOLDER"' EXIT
    chmod 755 "$SLURM_TEST_FOLDER"
    "$1" --hosts 2 timeout -k 5 1700 bash "$0" "$@"
    exit $?
fi
top=$SLURM_TEST_FOLDER mpirun=$5 number=0 failed=0 passed=0
unset LD_PRELOAD # a library of the build, which is not where the users of jobs can read it
cd "$top" || exit 1
cp "$2" slipway-guard && cp "$3" mpi-probe && cp "$4" stubborn-mpi && chmod 755 slipway-guard mpi-probe stubborn-mpi || exit 1
guard=$top/slipway-guard stubborn=$top/stubborn-mpi
munge=$(scontrol show config | sed -n 's/^AuthInfo *= *socket=\([^ ,]*\).*/\1/p')
fail() { echo "  FAILED: $*"; bad=1; }

# submit OPTIONS WORD...: a job that runs WORDS, which the shell reads; $job is its number. The script becomes the guard,
# so that Slurm waits for its end. mpirun starts its daemons on the other host under a guard there.
submit() {
    local options=$1; shift
    # shellcheck disable=SC2086
    job=$($as sbatch --parsable --no-requeue --export=NONE -N 2 -n 4 $options --output="$f/slurm" -D "$f" <<SCRIPT
#!/bin/sh
export SLURM_EXPORT_ENV=ALL PATH=/usr/local/bin:/usr/bin:/bin TMPDIR=/tmp HOME=$f/run/tmp
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \\
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader,tcp OMPI_MCA_osc=^ucx
export OMPI_MCA_orte_launch_agent="$guard join --folder $f/run --grace 1 --tmp tmp --munge $munge -- orted"
exec $guard run --foreground --cluster --munge $munge --folder $f/run --grace $grace --tmp tmp --stdout $f/out \\
    --stderr $f/err --chdir $f -- $*
SCRIPT
    ) || fail "sbatch says $?"
}
fresh() { f=$top/run-$((number += 1)) grace=1; mkdir -p "$f/run/tmp"; [ -z "$as" ] || chown -R "$user:$group" "$f"; }
await() { # await SECONDS COMMAND...: until it succeeds; a busy machine has two minutes more
    local until=$((SECONDS + 120 + $1)); shift
    until "$@"; do [ $SECONDS -lt "$until" ] || { fail "waited in vain for: $*"; return 1; }; sleep 0.05; done
}
field() { sed -n "s/.*\"$2\":\"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p" "$1" 2>/dev/null; }
expect() { [ "$(field "$f/run/ended.json" "$1")" = "$2" ] || fail "$1 is \"$(field "$f/run/ended.json" "$1")\", not \"$2\""; }
is_gone() { [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; }
is_up() { [ -e "$f/ready" ] || [ -e "$f/run/ended.json" ]; }
ended_as() { [ "$(sacct -c -n -j "$job" -o state,exitcode | xargs)" = "$1" ] || fail "Slurm says $(sacct -c -n -j "$job" -o state,exitcode | xargs), not $1"; }
# Processes of the programs on both hosts: those of the other are below host 1's first process.
left() { for exe in /proc/[0-9]*/exe; do case $(readlink "$exe" 2>/dev/null) in "$stubborn" | */orted) echo "${exe%/exe}" ;; esac; done; }
none_left() { [ -z "$(left)" ]; }
start_stubborn() { submit "$1" "$mpirun $stubborn $f/ready"; await 60 is_up; [ "$(left | wc -l)" = 9 ] || fail "$(left | wc -l) processes are up"; }

runs_mpirun_on_both_hosts_under_a_guard_of_each() {
    submit "" "$mpirun sh -c 'echo \$(hostname) \$(id -u)'"; await 60 is_gone; ended_as "COMPLETED 0:0"
    [ "$(sort "$f/out" | xargs)" = "$(printf "host%s $(id -u "$user") " 1 1 2 2 | xargs)" ] || fail "$(cat "$f/out" "$f/err")"
    expect reason exited; expect hosts_left ""; [ "$(field "$f/run/hosts/host2.0/ended.json" survivors)" = 0 ] || fail "no record of host2"
    [ "$(cat "$f"/run/started.json "$f"/run/hosts/*/started.json | grep -c '"isolation":"processes ipc shm tmp sockets"')" = 2 ] || fail "$(cat "$f"/run/started.json "$f"/run/hosts/*/started.json)"
}
runs_srun_on_both_hosts() { submit "" "srun -n 4 hostname"; await 60 is_gone; ended_as "COMPLETED 0:0"; [ "$(sort "$f/out" | xargs)" = "host1 host1 host2 host2" ] || fail "$(cat "$f/out" "$f/err")"; }
gives_slurm_the_status_of_the_program() { submit "" "sh -c 'exit 7'"; await 60 is_gone; ended_as "FAILED 7:0"; expect exit_status 7; }
is_refused_where_a_job_has_claimed_the_folder() {
    submit "" "sh -c 'echo once'"; await 60 is_gone; submit "" "sh -c 'echo twice'"; await 60 is_gone; ended_as "FAILED 3:0"; [ "$(cat "$f/out")" = once ] || fail "$(cat "$f/out")"
}
ends_on_both_hosts_when_slurm_cancels_it() {
    start_stubborn ""; scancel "$job"; await 60 is_gone; none_left || fail "left: $(left)"; ended_as "CANCELLED 0:0"
    expect reason killed; field "$f/run/ended.json" by | grep -q '^SIGTERM of process [0-9]* (slurmstepd) of user 0$' || fail "$(cat "$f/run/ended.json")"
}
ends_on_both_hosts_when_the_guard_ends_it() {
    grace=6; start_stubborn ""; $as "$guard" kill --folder "$f/run" || fail "kill says $?"; none_left || fail "left: $(left)"; await 60 is_gone
    expect reason killed; expect hosts_left ""; [ "$(field "$f/run/hosts/host2.0/ended.json" survivors)" = 0 ] || fail "no record of host2"
}
ends_on_both_hosts_when_its_guard_is_killed() {
    start_stubborn ""; kill -KILL "$(pgrep -f "^$guard run .*--folder $f/run " | head -1)"; await 60 is_gone; none_left || fail "left: $(left)"; ended_as "FAILED 0:9"
}
ends_when_slurms_process_above_it_is_killed() {
    submit "-N 1 -n 1" "sh -c ': > ready; exec sleep 1000'"; await 60 test -e "$f/ready"; local pid; pid=$(pgrep -f "^$guard run .*--folder $f/run " | head -1)
    kill -KILL "$(sed -n 's/^PPid:.//p' "/proc/$pid/status")"; await 20 test -e "$f/run/ended.json"; expect by "the process that started slipway-guard has ended"; scancel "$job"; await 60 is_gone
}
finds_srun_of_another_mpi_before_the_program_runs() {
    printf '#include <mpi.h>\n#include <stdio.h>\nint main(void) { MPI_Init(0, 0); puts("ran"); return MPI_Finalize(); }\n' >"$top/ran.c"
    mpicc.mpich -o "$top/ran" "$top/ran.c" || fail "no program"; submit "" "srun --mpi=pmix -n 4 $top/ran"; await 60 is_gone; ended_as "COMPLETED 0:0"; [ "$(grep -c ran "$f/out")" = 4 ] || fail "$(cat "$f/out" "$f/err")"
    fresh; submit "" "$top/mpi-probe 4 srun --mpi=pmix -n 4 -- $top/ran"; await 60 is_gone; ended_as "FAILED 86:0"; [ ! -s "$f/out" ] || fail "$(cat "$f/out")"
    grep -q '^mpi-probe: a world has 1 of 4 ranks: MPICH Version: ' "$f/err" || fail "$(cat "$f/err")"
    fresh; submit "" "$top/mpi-probe 4 srun --mpi=pmi2 -n 4 -- $top/ran"; await 60 is_gone; ended_as "COMPLETED 0:0"; [ "$(grep -c ran "$f/out")" = 4 ] || fail "$(cat "$f/out" "$f/err")"
}

for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v '^is_gone$\|^is_up$\|^none_left$\|^start_stubborn$\|^ended_as$'); do
    for user in nobody root; do
        group=$(id -gn $user) as=
        [ $user = root ] || as="setpriv --reuid $user --regid $group --clear-groups"
        bad=0; fresh; $name
        if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name ($user)"; else
            failed=$((failed + 1)); echo "not ok $name ($user)"; cat "$f"/slurm "$f"/run/*.json "$f/err" 2>/dev/null; fi
        scancel --user $user; $as "$guard" kill --folder "$f/run" >/dev/null 2>&1
    done
done
echo "slurm-runs: $passed passed, $failed failed"
[ $failed = 0 ]
