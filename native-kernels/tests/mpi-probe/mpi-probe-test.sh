#!/usr/bin/env bash
# Tests of mpi-probe with Open MPI and MPICH, each with programs of both. usage: mpi-probe-test.sh MPI_PROBE WORLD_C
# Each case is a function named as a sentence of behaviour. Ends with 77 if one of the two is not installed.
set -u
probe=$1 source=$2
for tool in mpirun.openmpi mpicc.openmpi mpirun.mpich mpicc.mpich; do
    command -v $tool >/dev/null || { echo "there is no $tool (Debian: openmpi-bin, libopenmpi-dev, mpich, libmpich-dev)"; exit 77; }
done
top=$(mktemp -d /tmp/slipway-mpi-probe.XXXXXX)
trap 'rm -rf "$top"' EXIT
cd "$top" || exit 1
for flavour in openmpi mpich; do
    mpicc.$flavour -o world.$flavour "$source" || exit 1
    # A program that does not name MPI, but a library that needs MPI.
    mpicc.$flavour -shared -fPIC -Dmain=run_world -o libworld-$flavour.so "$source" || exit 1
    echo 'int run_world(int, char **); int main(int argc, char **argv) { return run_world(argc, argv); }' >behind.c
    cc -o behind.$flavour behind.c -L. -lworld-$flavour -Wl,-rpath,"$top" || exit 1
done
failed=0 passed=0 status=0
fail() { echo "  FAILED: $*"; bad=1; }
# A test that hangs ends as one that fails; a launcher on a busy machine takes seconds.
start() { timeout -k 5 300 "$@" >out 2>err; status=$?; }
expect() { [ "$status" = "$1" ] || fail "status $status: $(cat err)"; }
printed() { [ "$(sort out)" = "$1" ] || fail "it printed: $(cat out)"; }
# refuses WHY COMMAND...: with status 86, WHY, and no rank of the program.
refuses() { local why=$1; shift; start "$@"; expect 86; printed ""; grep -qE "$why" err || fail "it said: $(cat err)"; }

starts_the_program_where_the_launcher_fits() {
    local flavour
    for flavour in openmpi mpich; do
        start "$probe" 2 mpirun.$flavour -n 2 -- ./world.$flavour 'a b' --; expect 0
        printed "$(printf '0 of 2 [a b] [--]\n1 of 2 [a b] [--]')"; [ ! -s err ] || fail "it said: $(cat err)"
    done
}
ends_with_the_status_of_the_launcher() { WORLD_STATUS=7 start "$probe" 2 mpirun.openmpi -n 2 -- ./world.openmpi; expect 7; }
finds_worlds_of_one_rank_of_mpich_under_open_mpi() {
    start mpirun.openmpi -n 3 ./world.mpich; expect 0; printed "$(printf '0 of 1\n0 of 1\n0 of 1')"
    refuses '^mpi-probe: a world has 1 of 3 ranks: MPICH Version: [0-9.]+ \(/.*/libmpich\.so\.12\) does not fit' \
        "$probe" 3 mpirun.openmpi -n 3 -- ./world.mpich
    [ "$(grep -c 'a world has' err)" = 1 ] || fail "it said: $(cat err)"
    grep -q '^mpi-probe: mpirun.openmpi does not make one world of 3 ranks with /.*; the program was not started$' err || fail "$(cat err)"
}
finds_worlds_of_one_rank_of_open_mpi_under_mpich() {
    start mpirun.mpich -n 2 ./world.openmpi; expect 0; printed "$(printf '0 of 1\n0 of 1')"
    refuses '^mpi-probe: a world has 1 of 2 ranks: Open MPI v[0-9.]+ \(/' "$probe" 2 mpirun.mpich -n 2 -- ./world.openmpi
    [ "$(grep -c 'a world has' err)" = 1 ] || fail "it said: $(cat err)"
}
finds_the_library_behind_another_library() {
    start "$probe" 2 mpirun.mpich -n 2 -- ./behind.mpich; expect 0; printed "$(printf '0 of 2\n1 of 2')"
    refuses 'libmpich\.so\.12' "$probe" 2 mpirun.openmpi -n 2 -- ./behind.mpich
}
finds_the_program_as_a_shell_does() { PATH=$top:$PATH refuses 'libmpich\.so\.12' "$probe" 2 mpirun.openmpi -n 2 -- world.mpich; }
refuses_another_number_of_ranks() { refuses 'a world has 3 of 2 ranks' "$probe" 2 mpirun.openmpi -n 3 -- ./world.openmpi; }
tests_a_script_only_with_a_library_that_is_named() {
    local library; library=$(ldd world.mpich | sed -n 's/.*=> \(.*libmpich[^ ]*\) .*/\1/p')
    printf '#!/bin/sh\nexec ./world.mpich\n' >script; chmod +x script
    start "$probe" 2 mpirun.openmpi -n 2 -- ./script; expect 0; printed "$(printf '0 of 1\n0 of 1')"
    refuses 'libmpich\.so\.12' "$probe" --library "$library" 2 mpirun.openmpi -n 2 -- ./script
    start "$probe" --library "$library" 2 mpirun.mpich -n 2 -- ./script; expect 0; printed "$(printf '0 of 2\n1 of 2')"
    refuses '^mpi-probe: cannot load /no/library: ' "$probe" --library /no/library 2 mpirun.openmpi -n 2 -- ./script
}
tests_nothing_that_has_no_mpi_and_no_single_rank() {
    start "$probe" 2 sh -c 'exec "$@"' sh -- /bin/echo on; expect 0; printed on
    start "$probe" 1 mpirun.openmpi -n 1 -- ./world.mpich; expect 0; printed "0 of 1"
}
does_not_run_a_program_that_it_looks_at() {
    printf '#!/bin/sh\necho ran\n' >script; start "$probe" 2 true -- ./script; expect 0; printed ""
    echo 'int main(void) { return !puts("ran"); }' >static.c; cc -include stdio.h -static -o static static.c || fail "no static program"
    start "$probe" 2 true -- ./static; expect 0; printed ""
}
ends_a_test_that_does_not_end() {
    local time=1000.$$
    refuses "^mpi-probe: sh with /.* did not make a world of 2 ranks within 0.5 seconds" "$probe" --limit 0.5 2 \
        sh -c "trap '' TERM; while :; do sleep $time; done" -- ./world.openmpi
    echo "$time" >tag; grep -lsaF -f tag /proc/[0-9]*/cmdline 2>/dev/null && fail "it is left"
}
says_what_cannot_be_started() {
    start "$probe" 2 /no/launcher -- ./world.openmpi; expect 5; grep -qx 'mpi-probe: cannot start /no/launcher: No such file or directory' err || fail "$(cat err)"
    start "$probe" 1 /no/launcher -- ./world.openmpi; expect 5
    start "$probe" 2 mpirun.openmpi -n 2 -- /no/program; expect 5; grep -qx 'mpi-probe: cannot read /no/program: No such file or directory' err || fail "$(cat err)"
}
refuses_wrong_usage() {
    local wrong
    for wrong in "" "x" "0 true -- true" "2x true -- true" "2 true" "2 true --" "2 -- true" "--limit x 2 true -- true" "--frob 2 true -- true" "--rank 2"; do
        # shellcheck disable=SC2086
        start "$probe" $wrong; expect 2; grep -q 'mpi-probe --help says how$' err || fail "$wrong: $(cat err)"
    done
    start "$probe" --help; expect 0; grep -q '^usage: mpi-probe ' out || fail "$(cat out)"
}

for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)) && echo "ok $name"; else failed=$((failed + 1)) && echo "not ok $name"; fi
done
echo "mpi-probe: $passed passed, $failed failed"
[ $failed = 0 ]
