# Cases of guard-test.sh on a small disk, which only root can mount; it is full when the run, whoever it is, has no space. Sourced.
# shellcheck shell=bash disable=SC2154
small_disk() { mount -t tmpfs -o "size=1m,mode=755,uid=$owner,gid=$owner" tmpfs "$f" || fail "no small disk"; }
fill_disk() { # fill_disk [PAGES]: but for so many pages
    local page; page=$(getconf PAGESIZE); cat /dev/zero > "$f/fill" 2>/dev/null; truncate -s "-$((${1-0} * page))" "$f/fill"
    [ "$(df -B1 --output=avail "$f" | tail -1)" -eq $((${1-0} * page)) ] || fail "the disk is not full"
}
run_until_gate() { run -- sh -c "while [ ! -e $top/gate-$number ]; do sleep 0.02; done; exit 7 # $tag" || fail "run says $?"; }
keeps_the_exit_status_of_a_run_that_ends_on_a_full_disk() {
    small_disk; run_until_gate; fill_disk; : > "$top/gate-$number"; await 5 is_state ended
    expect reason exited; expect exit_status 7; expect survivors 0; [ -z "$(find "$f" -name '*reserve')" ] || fail "a reserve is left"
}
claims_nothing_on_a_full_disk_and_runs_when_there_is_space() {
    local pages; small_disk
    for pages in 0 1 2; do
        fill_disk $pages; run -- true 2> "$top/said"; [ $? = 5 ] || fail "run says otherwise with $pages pages"
        grep -q "^slipway-guard: cannot claim $f: No space left" "$top/said" || fail "$(cat "$top/said")"
        is_state unclaimed || fail "state is $(state)"; [ "$(ls -A "$f")" = fill ] || fail "left: $(ls -A "$f")"
    done
    fill_disk 3; run -- sh -c 'exit 7' || fail "run says $?"; await 5 is_state ended; expect exit_status 7
}
says_of_a_kill_that_it_has_no_space_to_be_remembered() {
    small_disk; fill_disk; $as "$guard" kill --folder "$f" 2>/dev/null; [ $? = 5 ] || fail "kill says otherwise"
    is_state unclaimed || fail "state is $(state)"; [ "$(ls -A "$f")" = fill ] || fail "left: $(ls -A "$f")"
    rm "$f/fill"; $as "$guard" kill --folder "$f" || fail "kill says $?"; expect reason killed
    run -- true 2>/dev/null; [ $? = 3 ] || fail "run was not refused"
}
kills_a_run_on_a_full_disk() {
    small_disk; run -- sh -c "exec sleep $tag"; await 5 count_run 1; fill_disk
    $as "$guard" kill --folder "$f" || fail "kill says $?"; expect reason killed; none_left || fail "left: $(left)"
}
writes_the_end_of_a_lost_run_on_a_full_disk() {
    local pid; small_disk; run -- sh -c "exec sleep $tag"; await 5 count_run 1; await 5 guard_pid; fill_disk
    $as kill -KILL "$pid"; await 5 is_state lost
    $as "$guard" kill --folder "$f" || fail "kill says $?"; expect reason killed; over
}
# A guard that tries in vain to write the end makes a file in the folder and removes the file.
await_change() { await 5 folder_differs "$(stat -c %y "$f")"; }
folder_differs() { [ "$(stat -c %y "$f")" != "$1" ]; }
stays_until_there_is_space_for_the_end_when_its_reserve_is_gone() {
    small_disk; run_until_gate; await 5 test -e "$f/started.json"; rm "$f/ended.json.reserve"; fill_disk
    : > "$top/gate-$number"; await 5 run_is_over; await_change; await_change; is_state running || fail "state is $(state)"
    rm "$f/fill"; await 5 is_state ended; expect reason exited; expect exit_status 7
}

# shellcheck disable=SC2034
disk_cases="keeps_the_exit_status_of_a_run_that_ends_on_a_full_disk
claims_nothing_on_a_full_disk_and_runs_when_there_is_space says_of_a_kill_that_it_has_no_space_to_be_remembered
kills_a_run_on_a_full_disk writes_the_end_of_a_lost_run_on_a_full_disk
stays_until_there_is_space_for_the_end_when_its_reserve_is_gone"
