#!/bin/bash
# Test that no library ends a run. usage: aborts-test.sh NM LIBRARY...
set -u
nm=$1; shift; failed=0
for library in "$@"; do
    symbols=$("$nm" "$library") || { echo "not ok $library cannot be read"; failed=1; continue; }
    if called=$(grep -wE 'U (MPI_Abort|exit|_exit|abort)' <<< "$symbols"); then echo "not ok $library calls$called"; failed=1
    else echo "ok $library ends no run"; fi
done
exit $failed
