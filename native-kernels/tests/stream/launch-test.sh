#!/usr/bin/env bash
# Tests of starts, ends and refusals of stream-launch. usage: launch-test.sh STREAM_LAUNCH FOLDER [MPIRUN]
# FOLDER has stream-sums, stream-model and, with an MPIRUN, stream-model-mpi. Each case is a function named as a
# sentence of behaviour.
set -u
launch=$1 programs=$2 mpirun=${3:-}
top=$(mktemp -d /tmp/slipway-launch-test.XXXXXX)
export TMPDIR=$top
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }

readonly right='squares=20000 sum=2666866670000 models=20000 sum=69684687387474816'

# write NAME SED...: the graph of the tests, changed by sed, as NAME.xml.
write() {
    local name=$1 change=()
    shift
    for each in "$@"; do change+=(-e "$each"); done
    sed -e '' "${change[@]}" >"$top/$name.xml" <<'XML'
<?xml version="1.0"?>
<graph xmlns="urn:slipway:stream-graph:1" name="sums">
  <host name="one" here="yes" slots="2"/>
  <kernel name="source" number="0" host="one" program="stream-sums"/>
  <kernel name="square" number="1" host="one" program="stream-sums" copies="2"/>
  <kernel name="model" number="2" host="one" program="stream-model"/>
  <kernel name="check" number="3" host="one" program="stream-sums"/>
  <link from="source" to="square" kind="divide"/>
  <link from="square" to="model check" kind="duplicate"/>
  <link from="model" to="check"/>
  <link from="check" to="source" feedback="yes"/>
</graph>
XML
}
readonly one_process='/number="1"/s/host.*"2"/with="source"/; /number="3"/s/host="one" program="stream-sums"/with="source"/; s/ kind="divide"//'
readonly mpi='s/program="stream-model"/program="stream-model-mpi" ranks="2"/'
dies() { echo "/number=\"$1\"/s|/>|><argument>--die</argument><argument>$1</argument><argument>$2</argument></kernel>|"; }

script() { # NAME TEXT: a program of this test
    mkdir -p "$top/bin"
    printf '#!/bin/sh\n%s\n' "$2" >"$top/bin/$1"
    chmod +x "$top/bin/$1"
}

# start NAME: runs a graph to its end; outputs and status are in NAME.out, NAME.err and $status.
options=()
start() {
    status=0
    timeout -k 5 600 "$launch" --programs "$programs" ${mpirun:+--mpirun "$mpirun"} "${options[@]}" "$top/$1.xml" >"$top/$1.out" 2>"$top/$1.err" || status=$?
}
gives_the_sums() { # NAME KERNEL
    start "$1"
    [ "$status" = 0 ] || fail "$1: status $status: $(cat "$top/$1.err")"
    [ "$(cat "$top/$1.out")" = "$2: $right" ] || fail "$1: $(cat "$top/$1.out")"
    leaves_nothing "$1"
}
# The run leaves no memory with a name, no folder, and no process of the programs that this test started.
leaves_nothing() { # NAME
    local left
    left=$(find "$top" -maxdepth 1 -name 'osf-*')
    [ -z "$left" ] || fail "$1: left $left"
    left=$(grep -lz "^TMPDIR=$top\$" /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
        case $(readlink "${file%environ}exe") in "$programs"/stream-*) echo "$file" ;; esac
    done)
    [ -z "$left" ] || fail "$1: left processes: $left"
}
told() { grep -qF "$2" "$top/$1.err" || fail "$1: \"$2\" is not told: $(cat "$top/$1.err")"; }
refuses() { # NAME TEXT: the graph is refused with that text, and nothing is started
    start "$1"
    [ "$status" = 4 ] || fail "$1: status $status"
    told "$1" "$2"
    [ ! -s "$top/$1.out" ] || fail "$1: something was started"
}

gives_the_same_sums_by_memory_between_processes() {
    write memory
    gives_the_sums memory check
}
gives_the_same_sums_over_tcp() {
    write tcp 's/<link /<link transport="tcp" /'
    gives_the_sums tcp check
}
gives_the_same_sums_in_threads_of_one_process() {
    write threads "$one_process"
    gives_the_sums threads source
}
gives_the_same_sums_in_turns_of_one_thread() {
    write turns "$one_process" '/number="[013]"/s|/>| turns="yes"/>|'
    gives_the_sums turns source
}
gives_the_same_sums_through_a_relay() {
    write relay 's/<link from="source"/<link via="one" from="source"/'
    gives_the_sums relay check
    write relay-name 's/<link from="source"/<link via="one" from="source"/' 's/"model"/"relay-one"/; s/model check/relay-one check/'
    gives_the_sums relay-name check
}
delays_what_a_relay_with_a_delay_passes() {
    local begun script relay
    # Three windows of records go through the relay, each when the one before has been answered.
    write delay 's/<link from="source"/<link via="one" from="source"/' \
        '/number="0"/s|/>|><argument>--records</argument><argument>1500</argument></kernel>|'
    "$launch" --programs "$programs" --write "$top/by-hand" "$top/delay.xml" || fail "status $?"
    sed -i 's/stream-relay/& --delay 150/' "$top/by-hand/start-relay@one.sh"
    sh "$top/by-hand/start-relay@one.sh" & relay=$!
    begun=$(date +%s%N)
    for script in "$top"/by-hand/start-[^r]*.sh; do sh "$script" >>"$top/delay.out" 2>&1 & done
    while [ "$(jobs -r | wc -l)" -gt 1 ]; do wait -n || fail "a kernel failed: $(cat "$top/delay.out")"; done
    kill $relay
    wait $relay 2>/dev/null
    grep -q '^squares=1500 ' "$top/delay.out" || fail "$(cat "$top/delay.out")"
    [ $((($(date +%s%N) - begun) / 1000000)) -ge 450 ] || fail "too early: $((($(date +%s%N) - begun) / 1000000)) ms"
}
gives_the_same_sums_with_an_mpi_kernel_on_each_transport() {
    [ -n "$mpirun" ] || return 0
    write mpi-memory "$mpi"
    gives_the_sums mpi-memory check
    write mpi-tcp "$mpi" 's/<link /<link transport="tcp" /'
    gives_the_sums mpi-tcp check
    write mpi-threads "$mpi" "$one_process"
    gives_the_sums mpi-threads source
}
names_a_kernel_that_dies_by_a_signal() {
    write killed "$(dies 3 9)"
    start killed
    [ $status = 5 ] || fail "status $status"
    told killed "the chain ended because kernel check on host one died by signal 9"
    told killed "last words of check"
    leaves_nothing killed
}
names_a_kernel_that_ends_with_a_status() {
    write ended 's/<link /<link transport="tcp" /' "$(dies 0 exit)"
    start ended
    [ $status = 5 ] || fail "status $status"
    told ended "the chain ended because kernel source on host one ended with status 3"
    leaves_nothing ended
}
names_a_kernel_that_fails_by_itself() {
    write failed "$(dies 3 fail)"
    start failed
    told failed "the chain ended because kernel check on host one ended with status 1"
    leaves_nothing failed
}
lets_others_go_on_where_the_graph_tolerates_a_loss() {
    write tolerated 's/name="model"/name="model" loss="tolerate"/' 's/program="stream-model"/program="\/bin\/false"/'
    start tolerated
    [ $status = 0 ] || fail "status $status"
    grep -q "squares=20000 .* models=0 sum=0" "$top/tolerated.out" || fail "$(cat "$top/tolerated.out")"
    write lost "$(dies 1 9)" 's/name="square"/name="square" loss="tolerate"/' 's/copies="2"/copies="1"/' 's/ kind="divide"//' \
        '/model/d' 's/to="check"/to="check"/' '/from="check"/i <link from="square" to="check"/>'
    start lost
    told lost "kernel square on host one died by signal 9 (Killed); the graph lets the others go on"
    leaves_nothing lost
}
goes_on_without_a_kernel_that_died_before_it_connected() {
    write unconnected 's/<link /<link transport="tcp" /' 's/name="model"/name="model" loss="tolerate"/' \
        's/program="stream-model"/program="\/bin\/false"/' 's/to="model check" kind="duplicate"/to="check"/'
    start unconnected
    [ $status = 0 ] || fail "status $status"
    grep -q "squares=20000 .* models=0 sum=0" "$top/unconnected.out" || fail "$(cat "$top/unconnected.out")"
    leaves_nothing unconnected
}
names_a_program_that_is_no_part_of_a_stream() {
    local transport
    for transport in memory tcp; do
        write nothing "s/<link /<link transport=\"$transport\" /" 's/program="stream-model"/program="\/bin\/true"/'
        start nothing
        [ $status = 5 ] || fail "$transport: status $status"
        told nothing 'link from model to check: '
        leaves_nothing nothing
    done
}
ends_though_what_a_kernel_left_behind_writes_on() {
    script leaves "setsid sh -c 'echo \$\$ >$top/babbler; exec yes' & until [ -s $top/babbler ]; do :; done; kill -9 \$\$"
    write babble 's/program="stream-model"/program="leaves"/'
    status=0
    timeout -k 5 600 "$launch" --programs "$programs:$top/bin" "$top/babble.xml" >/dev/null 2>"$top/babble.err" || status=$?
    [ $status = 5 ] || fail "status $status"
    told babble 'kernel model on host one died by signal 9'
    ! kill -0 "$(cat "$top/babbler")" 2>/dev/null || fail "what was left behind goes on"
}
# One kernel prints its arguments and the signals that it ignores; another kernel is there only for a link.
arguments_of() { # NAME HOST
    # shellcheck disable=SC2016 # the script expands this
    script show 'for a; do printf "<%s>\n" "$a"; done; echo "$EXTRA"; grep SigIgn /proc/self/status'
    script nothing 'exit 0'
    cat >"$top/$1.xml" <<XML
<graph xmlns="urn:slipway:stream-graph:1" name="arguments">
  <host name="one" here="yes" address="127.0.0.1"/>
  <host name="two" address="127.0.0.1"/>
  <kernel name="show" host="$2" program="$top/bin/show">
    <argument>it's</argument><argument>a  "b"</argument><argument>\$(touch $top/run)\`touch $top/run\`</argument>
    <argument>one
.
three\\n</argument><argument></argument><argument>* ;</argument>
    <variable name="EXTRA" value="'; touch $top/run; '"/>
  </kernel>
  <kernel name="other" host="one" program="nothing"/>
  <link from="show" to="other"/>
</graph>
XML
    status=0
    timeout -k 5 600 "$launch" --programs "$top/bin" --shell "$top/bin/elsewhere" "$top/$1.xml" >"$top/$1.out" 2>"$top/$1.err" || status=$?
}
hands_arguments_on_as_they_are() {
    local host
    # shellcheck disable=SC2016 # the script expands this
    script elsewhere 'shift; exec /bin/sh -c "$*"'
    for host in one two; do
        arguments_of arguments $host
        [ "$(sed 's/^show: //; /^SigIgn/d' "$top/arguments.out")" = "<it's>
<a  \"b\">
<\$(touch $top/run)\`touch $top/run\`>
<one
.
three\\n>
<>
<* ;>
'; touch $top/run; '" ] || fail "host $host: status $status: $(cat "$top/arguments.out" "$top/arguments.err")"
        [ ! -e "$top/run" ] || fail "host $host: a shell ran an argument"
    done
}
lets_kernels_die_of_closed_pipes() { # as they would without the launcher
    arguments_of pipes one
    local ignored
    ignored=$(awk '$2 == "SigIgn:" { print $3 }' "$top/pipes.out")
    [ $((0x$ignored & 1 << 12)) = 0 ] || fail "SIGPIPE is ignored: $ignored"
}
hears_of_ends_where_its_parent_ignored_them() {
    write deaf
    status=0
    timeout -k 5 600 env --ignore-signal=CHLD "$launch" --programs "$programs" "$top/deaf.xml" >"$top/deaf.out" 2>"$top/deaf.err" || status=$?
    [ $status = 0 ] || fail "status $status: $(cat "$top/deaf.err")"
}
goes_on_behind_a_terminal_that_is_gone_where_nohup_says_so() {
    write nohup "$(dies 3 hang)"
    mkfifo "$top/fifo"
    env --ignore-signal=HUP "$launch" --programs "$programs" "$top/nohup.xml" >"$top/nohup.out" 2>"$top/fifo" &
    local pid=$!
    { grep -m1 'is about to end by hang' && kill -HUP $pid && kill -TERM $pid && cat; } <"$top/fifo" >"$top/nohup.err"
    wait $pid
    told nohup 'for signal 15 came'
    ! grep -q 'signal 1 came' "$top/nohup.err" || fail "$(cat "$top/nohup.err")"
    rm "$top/fifo"
}
# Other users may know the name of a run's folder at another host before the folder is made.
sends_the_key_into_no_folder_of_somebody_else() {
    mkdir "$top/there" "$top/trap"
    # shellcheck disable=SC2016 # the script expands this
    script elsewhere 'shift; line=$(echo "$*" | sed "s|$TMPDIR/osf-|$TMPDIR/there/osf-|")
        ln -sfn $TMPDIR/trap "$(echo "$line" | grep -o "$TMPDIR/there/osf-[0-9a-f]*" | head -1)"; exec /bin/sh -c "$line"'
    write trapped 's/here="yes"/& address="127.0.0.1"/' 's/<host name="one".*/&<host name="two" address="127.0.0.1"\/>/' \
        's/host="one" program="stream-model"/host="two" program="stream-model" ranks="1"/'
    status=0
    timeout -k 5 600 "$launch" --programs "$programs" --mpirun /bin/false --shell "$top/bin/elsewhere" "$top/trapped.xml" \
        >"$top/trapped.out" 2>"$top/trapped.err" || status=$?
    [ -z "$(ls "$top/trap")" ] || fail "the graph was sent to somebody else"
    told trapped 'host two cannot be reached by the remote shell'
}
refuses_a_folder_that_means_something_to_a_shell() {
    write files
    status=0
    # shellcheck disable=SC2016 # what no shell is to expand
    TMPDIR='/tmp/$(echo x)' "$launch" --programs "$programs" "$top/files.xml" >/dev/null 2>"$top/files.err" || status=$?
    [ $status = 2 ] || fail "status $status"
    told files 'has a quotation mark, or what a shell expands'
}
ends_all_by_a_signal() {
    local name=stopped signal
    for signal in TERM INT; do
        write $name "$(dies 3 hang)" ${mpirun:+"$mpi"}
        mkfifo "$top/fifo"
        "$launch" --programs "$programs" ${mpirun:+--mpirun "$mpirun"} "$top/$name.xml" >"$top/$name.out" 2>"$top/fifo" &
        local pid=$!
        timeout 600 grep -m1 'is about to end by hang' <"$top/fifo" >/dev/null || fail "no kernel hangs"
        kill -$signal $pid
        wait $pid
        local status=$?
        [ $status = $((128 + $(kill -l $signal))) ] || fail "status $status after SIG$signal"
        rm "$top/fifo"
        leaves_nothing $name
    done
}
refuses_what_a_graph_cannot_say() {
    write dtd '/^<graph/i <!DOCTYPE graph [<!ENTITY a "b">]>'
    refuses dtd 'dtd.xml:2: a document type (DTD) is refused: take it out'
    write cycle 's/ feedback="yes"//'
    refuses cycle 'the link closes a cycle: source -> square -> model -> check -> source'
    write no-cycle 's/<link from="model" to="check"/& feedback="yes"/'
    refuses no-cycle 'no-cycle.xml:10: the link is called a feedback and closes no cycle'
    write no-end 's/to="model check"/to="modle check"/'
    refuses no-end 'no-end.xml:9: there is no kernel "modle"'
    write no-host 's/number="2" host="one"/number="2" host="two"/'
    refuses no-host 'no-host.xml:6: there is no host "two": add it, or mend the name'
    write no-kind 's/ kind="divide"//'
    refuses no-kind 'no-kind.xml:8: the link leads to 2 receivers and does not say how records are split'
    write no-link '/name="check"/a <kernel name="idle" host="one" program="stream-sums"/>'
    refuses no-link 'no-link.xml:8: no link leads to or from kernel "idle"'
    write no-program 's/"stream-model"/"stream-moddel"/'
    refuses no-program 'no-program.xml:6: kernel "model": there is no program "stream-moddel"'
    write not-xml 's/<\/graph>//'
    refuses not-xml 'this is not XML'
    write no-attribute 's/room="1"//; s/to="model check"/& colour="red"/'
    refuses no-attribute 'no-attribute.xml:9: <link> has no attribute "colour"'
    write via-twice 's/<link from="source"/<link via="one one" from="source"/'
    refuses via-twice 'via-twice.xml:8: the link goes via host "one" twice in a row: name it once'
    write no-slots 's/program="stream-model"/program="stream-model" ranks="3"/'
    refuses no-slots 'MPI kernel "model" has 3 ranks, and its hosts 2 slots'
    write twice 's/<link from="model".*/& &/'
    refuses twice 'kernels "model" and "check" are linked by line 10 already'
    write many-ends 's/copies="2"/copies="4096"/' 's/name="check"/& copies="4096"/'
    refuses many-ends 'many-ends.xml:2: the links have 16793600 ends'
}
refuses_what_would_start_another_program() {
    write subnet 's/<host/<network name="lan" subnet="10.0.0.0\/8'"'; touch \/tmp\/x; '"'"\/>&/'
    refuses subnet 'of <network> is not right: write an address and its bits'
    write colon 's/program="stream-model"\/>/program="stream-model" ranks="1"><argument>:<\/argument><argument>\/bin\/sh<\/argument><\/kernel>/'
    refuses colon 'MPI kernel "model" has the argument ":", behind which mpirun starts another program'
}
refuses_variables_that_are_none_or_the_launchers() {
    local name
    for name in A-B 1A OSF_GRAPH; do
        write variable "s/program=\"stream-model\"\/>/program=\"stream-model\"><variable name=\"$name\" value=\"x\"\/><\/kernel>/"
        refuses variable "name=\"$name\" of <variable> is not right"
    done
}
tells_all_problems_at_once() {
    write many 's/to="model check"/to="modle check"/' 's/number="2" host="one"/number="2" host="two"/'
    start many
    told many 'many.xml has 2 problems; nothing was started'
}
tells_when_graph_and_program_disagree() {
    # All kernels belong to one program, so the first to end always gives the same message.
    write disagree 's/number="3"/number="7"/' '/number="2"/d' 's/"model check" kind="duplicate"/"check"/' '/<link from="model"/d'
    start disagree
    [ $status = 5 ] || fail "status $status"
    grep -q 'the program registers kernel 3, and graph "sums" has none of that number' "$top/disagree.err" || fail "$(cat "$top/disagree.err")"
    leaves_nothing disagree
}
keeps_the_key_off_command_lines_and_readable_by_its_user_alone() {
    write files ${mpirun:+"$mpi"}
    "$launch" --programs "$programs" --write "$top/written" "$top/files.xml" || fail "status $?"
    local key
    key=$(awk '$1 == "key" { print $2 }' "$top/written/graph")
    [ ${#key} = 64 ] || fail "key $key"
    [ "$(stat -c %a "$top/written/graph")" = 600 ] || fail "mode $(stat -c %a "$top/written/graph")"
    ! grep -q "$key" "$top"/written/start-* || fail "a script has the key"
    for script in start-source start-square.0 start-square.1 start-model start-check; do
        sh -n "$top/written/$script.sh" || fail "$script is no script"
    done
}

# reports NAME TEXT: the report of the run, one whole line, has that text.
reports() {
    [ "$(wc -l <"$top/$1.report")" = 1 ] || fail "$1: the report has $(wc -l <"$top/$1.report") lines"
    grep -qE -- "$2" "$top/$1.report" || fail "$1: the report does not tell $2: $(cat "$top/$1.report")"
}
reports_how_many_records_went_through_each_link() {
    local name rate='"per_s":[1-9][0-9]*\.[0-9]'
    for name in memory tcp threads turns; do
        case $name in
        memory) write report-$name ;;
        tcp) write report-$name 's/<link /<link transport="tcp" /' ;;
        threads) write report-$name "$one_process" ;;
        turns) write report-$name "$one_process" '/number="[013]"/s|/>| turns="yes"/>|' ;;
        esac
        options=(--report "$top/report-$name.report")
        start report-$name
        options=()
        [ $status = 0 ] || fail "$name: status $status: $(cat "$top/report-$name.err")"
        reports report-$name "\"links\":\[\{\"from\":\"source\",\"to\":\[\"square\"\],\"records\":20000,$rate\},"
        reports report-$name "\{\"from\":\"square\",\"to\":\[\"model\",\"check\"\],\"records\":20000,$rate,\"each\":\[20000,20000\]\},"
        reports report-$name "\{\"from\":\"check\",\"to\":\[\"source\"\],\"records\":20000,$rate\}\]\}\$"
        reports report-$name '\{"name":"check","state":"ended","in":40000,"in_per_s":[0-9.]+,"out":20000,'
        leaves_nothing report-$name
    done
}
reports_the_records_of_an_mpi_kernel() {
    [ -n "$mpirun" ] || return 0
    write report-mpi "$mpi"
    options=(--report "$top/report-mpi.report")
    start report-mpi
    options=()
    reports report-mpi '\{"name":"model","state":"ended","in":20000,"in_per_s":[0-9.]+,"out":20000,'
    leaves_nothing report-mpi
}
reports_which_kernel_died_and_how() {
    write report-killed "$(dies 3 9)"
    options=(--report "$top/report-killed.report")
    start report-killed
    reports report-killed '"name":"check","state":"died","signal":9,"in":[1-9]'
    reports report-killed '"name":"source","state":"stopped",'
    write report-ended "$(dies 0 exit)"
    options=(--report "$top/report-ended.report")
    start report-ended
    options=()
    reports report-ended '"name":"source","state":"died","status":3,'
    leaves_nothing report-ended
}
reports_what_programs_tell_and_no_more() {
    local line
    cat >"$top/tells" <<SCRIPT
#!/bin/sh
echo 'first' >>"\$SLIPWAY_PROGRESS"
while read -r line; do echo "\$line" >>"\$SLIPWAY_PROGRESS"; done <"$top/lines"
exec "$programs/stream-sums" "\$@"
SCRIPT
    chmod +x "$top/tells"
    write report-told "/name=\"check\"/s|program=\"stream-sums\"|program=\"$top/tells\"|"
    options=(--report "$top/report-told.report")
    while IFS='|' read -r line wanted; do
        echo "$line" >"$top/lines"
        start report-told
        [ $status = 0 ] || fail "status $status"
        reports report-told "$wanted"
    done <<'LINES'
{"done":3,"of":7,"figures":{"p50_us":1.5,"orders":2e3}}|^\{"done":3,"of":7,"figures":\{"p50_us":1.5,"orders":2e3\},"kernels"
{"done":3,"of":7}|^\{"done":3,"of":7,"kernels"
{"done":8,"of":7,"figures":{"a":1}}|^\{"done":0,"of":0,"kernels"
{"done":3,"of":7,"figures":{"a":1,"b":"x","c":2}}|^\{"done":3,"of":7,"figures":\{"a":1\},"kernels"
{"done":3,"of":7,"figures":{"a":1,"a":2}}|^\{"done":3,"of":7,"figures":\{"a":1\},"kernels"
{"done":3,"of":7,"figures":{"a":1}},"x":{|^\{"done":3,"of":7,"figures":\{"a":1\},"kernels"
no report|^\{"done":0,"of":0,"kernels"
LINES
    options=()
}
refuses_a_report_that_cannot_be_written() {
    write report-nowhere
    options=(--report "$top/no/such/folder")
    start report-nowhere
    [ $status = 6 ] || fail "status $status"
    told report-nowhere "$top/no/such/folder cannot be written: No such file or directory"
    options=(--check --report "$top/report")
    start report-nowhere
    options=()
    [ $status = 2 ] || fail "status $status"
    told report-nowhere 'leave out --write and --check'
    leaves_nothing report-nowhere
}

for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v -e '^gives_the_sums$' -e '^leaves_nothing$' -e '^arguments_of$'); do
    bad=0
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)) && echo "ok $name"; else failed=$((failed + 1)) && echo "not ok $name"; fi
done
echo "stream-launch: $passed passed, $failed failed"
[ $failed = 0 ]
