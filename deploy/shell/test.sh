#!/usr/bin/env bash
# Usage: slipway test [-h] [quick]
# Sets up the tools for tests, builds, and runs all tests. The command prints a line for each suite at its end. The
# output of builds and tests goes to files below target/test, and to files of the suites.
#
#   quick        runs only unit tests, which need no server but PostgreSQL
#   -h, --help   shows this help
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway test}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
# shellcheck source=deploy/shell/suites.sh
source "$here/suites.sh"
cd "$SLIPWAY_ROOT"

stages=() red=()
declare -A besides=()

# stage NAME TELLER COMMAND...: runs COMMAND with its output in a log. The function TELLER also reads the output, and
# prints a summary. After a failed stage the other stages still run, so that one run shows all failures; the run then
# fails at its end.
stage() {
  printf '\n== %s\n' "$1"
  run "$@"
  ended "$1"
}

# beside NAME TELLER COMMAND...: starts a stage in the background. `joined NAME` waits for the end of the stage.
beside() {
  printf '\n== %s, beside what follows\n' "$1"
  run "$@" &
  besides[$1]=$!
}

joined() {
  wait "${besides[$1]}" || true
  ended "$1" '  (beside others)'
}

# needed NAME COMMAND...: runs a stage on which all later stages depend, and ends the run if the stage fails.
needed() {
  stage "$1" nothing "${@:2}"
  [ ${#red[@]} = 0 ] || fail "$1 failed"
}

# Runs the command of a stage. This may be a background process, so the time and the outcome go to a file, which `ended`
# reads in the main process.
run() {
  local name=$1 teller=$2 log=$logs/${1// /-}.log started=$EPOCHSECONDS outcome=ok
  shift 2
  "$@" 2>&1 </dev/null | tee "$log" | "$teller" || outcome=FAILED
  # The lines of suites have already reported their failures.
  [ $outcome = ok ] || [ "$teller" = cat ] || trouble "$log"
  line $outcome stage '' "$name" $((EPOCHSECONDS - started))
  echo "$((EPOCHSECONDS - started)) $outcome" >"${log%.log}.ended"
}

# ended NAME [NOTE]: records the time and the outcome of a stage for the end of the run.
ended() {
  local took=0 outcome=FAILED
  read -r took outcome <"$logs/${1// /-}.ended" || true
  [ "$outcome" = ok ] || red+=("$1")
  stages+=("$(printf '%-45s %6d s%s%s' "$1" "$took" "${2:-}" "$([ "$outcome" = ok ] || printf '  FAILED')")")
}

# Reads the output of a stage without suites, and prints no summary.
nothing() { cat >/dev/null; }

# Prints the errors in a log, for a failure that belongs to no suite.
trouble() {
  grep -aE '^\[ERROR\]|error:|warning:|ERROR:|^In .* line [0-9]+:' "$1" | head -n 30 || true
  tail -n 15 "$1"
  printf '  the whole log: %s\n' "$1"
}

# The crash tests of Java end a process at every third point only, so that this command does not take too long.
crash_each=3
# Two groups of modules. The tests of each group, and those of all other modules together, take about the same time.
server=web-ui,deploy/server,tests/faults
journeys=tests/journeys,tests/load

lint_scripts() { shellcheck -x -S warning slipway deploy/shell/*.sh deploy/cluster/*.sh native-kernels/tests/net/*.sh .ci/run; }

# Checks the format of C and runs the linters, at the lowest priority.
lint_kernels() { nice -n 19 cmake --build native-kernels/target/cmake --target format-check lint; }

# A Maven repository for this command alone, with the user's repository behind it. The build installs the modules there
# for the tests of this build, and no other build finds them.
repository=(-Dmaven.repo.local="$SLIPWAY_ROOT/target/repository" -Dmaven.repo.local.tail="$HOME/.m2/repository")

build_kernels() { ./mvnw -B -ntp "${repository[@]}" -pl native-kernels -DskipTests ${CI:+-Dkernels.werror=ON} verify; }

# kernel_suite NAME FOLDER OPTION...: runs CTest on the build in FOLDER. Three tests run at once, because some tests
# wait for most of their time.
kernel_suite() {
  local name=$1 folder=$2
  shift 2
  ctest --test-dir "$folder" --parallel 3 --output-on-failure "$@" 2>&1 | tee "$logs/kernels-$name.log" | kernel_suites "$name" "$folder"
}

# Other builds of the kernels: with AddressSanitizer; without MPI, by clang; with ThreadSanitizer; and with MPICH and the
# settings of a Debian package, which the test `packager` checks.
declare -A builds=(
  [address]='-DSLIPWAY_SANITIZE=address -DSLIPWAY_SHARED=OFF'
  [none]='-DSLIPWAY_MPI=none -DCMAKE_C_COMPILER=clang'
  [thread]='-DSLIPWAY_SANITIZE=thread -DSLIPWAY_SHARED=OFF -DSLIPWAY_PROGRAMS=OFF -DSLIPWAY_GUARD=OFF'
  [mpich]='-DSLIPWAY_MPI=mpich -C native-kernels/cmake/debian-flags.cmake'
)
# Options that choose the tests of a build. Fuzzers and real databases would find no new faults with another compiler or
# another MPI.
declare -A narrowed=([none]='-L unit|install -LE fuzz|postgres' [mpich]='-LE fuzz')

# other_build NAME: compiles one of the other builds, at a low priority, because tests run at the same time.
other_build() {
  local name=$1 folder=native-kernels/target/cmake-$1 log=$logs/build-$1.log started=$EPOCHSECONDS
  # shellcheck disable=SC2086
  if cmake -S native-kernels -B "$folder" ${CI:+-DSLIPWAY_WERROR=ON} ${builds[$name]} >"$log" 2>&1 &&
    nice -n 10 cmake --build "$folder" --parallel 2 >>"$log" 2>&1; then
    line ok "$name" '' "build" $((EPOCHSECONDS - started))
  else
    failure "$(line FAILED "$name" '' "build" $((EPOCHSECONDS - started)))" "$(grep -aE 'error:|Error' "$log" | head -n 10)" "$log" "cmake --build $folder"
    return 1
  fi
}

# each COMMAND: calls COMMAND with the name of each of the other builds. A failed build does not keep the next build
# from being compiled and tested.
each() {
  local name status=0
  for name in address none thread mpich; do "$1" "$name" || status=1; done
  return $status
}

# shellcheck disable=SC2086
other_suite() { kernel_suite "$1" "native-kernels/target/cmake-$1" ${narrowed[$1]:-}; }

# Prints the names of the tests that could not run here. CTest counts them as passed; where CI is set, they fail the
# run.
skipped_kernels() {
  grep -B 20 'Test Skipped' native-kernels/target/cmake/Testing/Temporary/LastTest.log | sed -n 's/^.*Testing: /  skipped: /p' || true
}

# Builds all Java modules, with the style checks, and the archive with which the service starts faster.
build_java() {
  rm -rf target/repository/dev/slipway
  ./mvnw -B -ntp -T 2 --fail-at-end "${repository[@]}" -pl '!native-kernels' -DskipTests install &&
    bash "$here/archive.sh" service
}

# java_tests MODULES GOAL...: runs the tests of built modules, one module after the other. The order of modules does not
# matter. The output of a test goes to a file of its class. Maven ignores failed tests, because a failure must not keep
# later modules from being tested; `reported` finds the failures in the reports.
java_tests() {
  ./mvnw -B -ntp --fail-at-end "${repository[@]}" -Dmaven.test.failure.ignore=true -Dmaven.test.redirectTestOutputToFile=true \
    -Dslipway.crash.each="$crash_each" -pl "$@"
}

# Runs the tests of three groups of modules side by side, because most tests wait for most of their time.
all_java_tests() {
  local goals=(surefire:test failsafe:integration-test failsafe:verify) group groups=() status=0
  for group in "$server" "$journeys"; do
    java_tests "$group" "${goals[@]}" &
    groups+=($!)
  done
  java_tests "!native-kernels,!${server//,/,!},!${journeys//,/,!}" "${goals[@]}" || status=1
  for group in "${groups[@]}"; do wait "$group" || status=1; done
  return $status
}

# on_jdk FOLDER: compiles everything with the JDK in FOLDER, JDK 25, and runs the test of the main job. Failsafe would take
# the summaries of the tests before for those of this run.
on_jdk() {
  find . -path '*/failsafe-reports/failsafe-summary.xml' -delete
  JAVA_HOME=$1 ./mvnw -B -ntp -T 2 "${repository[@]}" -DskipStyle -pl '!native-kernels' -Dtest=NoUnit -Dit.test=MainJobIT \
    -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false verify
}

# junit_tier NAME FOLDER-PATTERN: sums up JUnit reports, and prints tests, seconds, failures and skipped tests. A
# skipped test is a failure of this run.
junit_tier() {
  find . -path "$2" -name 'TEST-*.xml' -exec grep -h -m1 -A12 '<testsuite' {} + |
    tr '\n' ' ' | grep -o '<testsuite [^>]*' |
    awk -v name="$1" '
      function value(key) { return match($0, " " key "=\"[^\"]*") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : 0 }
      { tests += value("tests"); skipped += value("skipped"); failed += value("errors") + value("failures"); time += value("time") }
      END { printf "  %-34s %6d s   %4d tests, %d failed, %d skipped\n", name, time, tests, failed, skipped; exit skipped + failed > 0 }'
}

junit_tiers() {
  local status=0
  junit_tier "unit" '*/target/surefire-reports/*' || status=1
  [ -n "${quick:-}" ] || junit_tier "integration (real servers)" './[!t]*/target/failsafe-reports/*' || status=1
  [ -n "${quick:-}" ] || junit_tier "journeys, faults and browser" './tests/*/target/failsafe-reports/*' || status=1
  return $status
}

reports() { find . -path '*/target/*safe-reports/*' -name 'TEST-*.xml' -o -path '*/target/surefire-reports/*' -name 'TEST-*.xml'; }

# Prints each test class without a report. Its module was not reached, or its JVM died.
unreported() {
  test_sources | { [ -z "${quick:-}" ] && cat || grep -v 'IT\.java$'; } | while read -r source; do
    local class=${source#*/src/test/java/}
    class=${class%.java}
    [ -n "$(find "${source%/src/test/java/*}/target" -name "TEST-${class//\//.}.xml" 2>/dev/null)" ] || echo "  ${class//\//.}"
  done
}

# Runs the unit tests of Java and of the kernels side by side.
quick_tests() {
  beside "tests of units of the kernels" cat kernel_suite openmpi native-kernels/target/cmake -L unit
  stage "build of Java" nothing build_java
  stage "tests of units of Java" java_suites java_tests '!native-kernels' -T 2 surefire:test
  reported
  joined "tests of units of the kernels"
}

# Runs all tests. The kernels are tested alone: an MPI rank that waits yields its processor again and again. If another
# program, even one of low priority, takes it, the rank's next message waits for that program's slice of time. Tests of
# Java wait for most of their time, so compilers and linters use the rest.
all_tests() {
  local jdk
  stage "build of Java" nothing build_java
  stage "tests of the kernels" cat kernel_suite openmpi native-kernels/target/cmake
  beside "format and lint of C" nothing lint_kernels
  beside "other builds of the kernels" cat each other_build
  stage "unit, integration, crashes, journeys" java_suites all_java_tests
  # The reports are read now, because the test on the next JDK overwrites some of them.
  reported
  joined "other builds of the kernels"
  joined "format and lint of C"
  beside "tests of the other builds of the kernels" cat each other_suite
  for jdk in /usr/lib/jvm/*25*; do
    [ ! -x "$jdk/bin/javac" ] || { stage "the main job on JDK 25" java_suites on_jdk "$jdk"; break; }
  done
  stage "man pages and completion" nothing bash "$here/manual.sh"
  joined "tests of the other builds of the kernels"
}

# Reads the JUnit reports: sums for each tier, and the test classes without a report.
reported() {
  tiers=$(junit_tiers) || red+=("tests of JUnit")
  missing=$(unreported)
  [ -z "$missing" ] || red+=("tests that left no report")
}

# Prints the results of the run.
told() {
  printf '\nStages\n'
  printf '  %s\n' "${stages[@]}"
  [ -z "$skipped" ] || printf 'Kernels, could not run here\n%s\n' "$skipped"
  printf 'Tiers of JUnit within\n%s\n' "$tiers"
  [ -z "$missing" ] || printf 'Left no report\n%s\n' "$missing"
  [ ! -s "$failures" ] || { printf 'Failed or skipped\n' && cat "$failures"; }
  printf 'In all %d s; the logs are in %s\n' $((EPOCHSECONDS - test_started)) "$logs"
  [ ${#red[@]} = 0 ] || fail "red: $(IFS=,; printf '%s' "${red[*]}" | sed 's/,/, /g')"
}

# Bash reads a whole function before it runs the function. An edit of this file therefore does not change a run that has
# begun.
main() {
  case "$*" in
    '') quick='' ;;
    quick) quick=yes ;;
    -h | --help) help_of "$here/test.sh" && exit 0 ;;
    *) misuse "test takes no argument but quick" "One module's tests: ./mvnw -pl MODULE -am verify" ;;
  esac
  rm -rf "$logs"
  mkdir -p "$logs"
  set_up test
  trap 'jobs -p | xargs -r kill 2>/dev/null || true' EXIT
  find_java
  reports | xargs -r rm -f
  export SLIPWAY_BUILT=yes
  stage "lint of scripts" nothing lint_scripts
  # The kernels are built first, because tests of Java start them.
  needed "build of the kernels" build_kernels
  if [ -n "$quick" ]; then quick_tests; else all_tests; fi
  skipped=$(skipped_kernels)
  [ -z "$skipped" ] || [ -z "${CI:-}" ] || red+=("tests of the kernels that could not run here")
  told
}
main "$@"; exit
