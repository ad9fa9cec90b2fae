# Functions by which `slipway test` reports suites: one line for each suite at its end. After a failed suite the report
# also has the messages of the failed cases, the log, and the command that runs this suite alone. Sourced, never run. A
# suite is a Java test class or a CTest test.
# shellcheck shell=bash

logs=target/test
# A file with a copy of each reported failure, for the end of the run. Suites that run side by side append to this file.
failures=$logs/failures
test_started=$EPOCHSECONDS

# line OUTCOME WHERE PROGRESS NAME SECONDS: prints the line of a suite. The line begins with the time since the start of
# the run. WHERE is the build, PROGRESS is the number of the suite and of all suites, and SECONDS is the suite's
# duration.
line() {
  local since=$((EPOCHSECONDS - test_started))
  printf '%3d:%02d  %-6s %-8s %9s  %-64s %7.1f s\n' $((since / 60)) $((since % 60)) "$@"
}

# failure LINE MESSAGE LOG COMMAND: prints a failure and appends the failure to the file of failures. Each is one write,
# because other processes write to the same places.
failure() {
  local text
  text=$(printf '%s\n%s\n' "$1" "$(sed 's/^/          /' <<<"$2")" && printf '          log:   %s\n          alone: %s\n' "$3" "$4")
  printf '%s\n' "$text"
  printf '%s\n' "$text" >>"$failures"
}

# kernel_suites NAME FOLDER: reads the output of CTest for the build NAME in FOLDER, and prints a line for each suite.
# Writes the output of each failed suite to a separate log.
kernel_suites() {
  local name=$1 folder=$2 said told='' log='' suite=''
  while IFS= read -r said; do
    if [[ $said =~ ^\ *([0-9]+/[0-9]+)\ Test\ +#[0-9]+:\ ([^ ]+)\ [.\ ]*(.*[^ ])\ +([0-9.]+)\ sec ]]; then
      kernel_failure
      suite=${BASH_REMATCH[2]}
      case ${BASH_REMATCH[3]} in
        Passed) line ok "$name" "${BASH_REMATCH[1]}" "$suite" "${BASH_REMATCH[4]}" ;;
        *Skipped) line skip "$name" "${BASH_REMATCH[1]}" "$suite" "${BASH_REMATCH[4]}" ;;
        *)
          told=$(line FAILED "$name" "${BASH_REMATCH[1]}" "$suite" "${BASH_REMATCH[4]}")
          log=$logs/$name-$suite.log
          printf '%s\n' "$said" >"$log"
          ;;
      esac
    elif [[ $said =~ ^\ *Start\ +[0-9]+: || $said =~ ^[0-9]+%\ tests\ passed ]]; then
      kernel_failure
    elif [ -n "$log" ]; then
      printf '%s\n' "$said" >>"$log"
    fi
  done
  kernel_failure
}

# Reports the failed suite that kernel_suites has read to the end, if there is one. The messages come from the place of
# the failure, which is often long before the end of the log.
kernel_failure() {
  [ -n "$log" ] || return 0
  local message
  message=$(grep -aE '^not ok|FAILED: | not so: |ERROR: |[a-z ]*error: |[Aa]ssert' "$log" | head -n 5 || true)
  [ -n "$message" ] || message=$(tail -n 5 "$log")
  failure "$told" "$message" "$log" "ctest --test-dir $folder -R '^$suite\$' --output-on-failure"
  log=''
}

# java_suites: reads the output of Maven, and prints a line for each test class. Each class writes its own output to a
# separate file.
java_suites() {
  local said class count of path done=0
  declare -A sources
  while read -r path; do
    class=${path#*/src/test/java/}
    class=${class%.java}
    sources[${class//\//.}]=$path
  done < <(test_sources)
  of=${#sources[@]}
  while IFS= read -r said; do
    [[ $said =~ Tests\ run:\ ([0-9]+),.*\ Skipped:\ ([0-9]+),\ Time\ elapsed:\ ([0-9.,]+)\ s.*\ --\ in\ ([A-Za-z0-9_.]+)$ ]] || continue
    class=${BASH_REMATCH[4]}
    count=${BASH_REMATCH[1]}
    done=$((done + 1))
    said=$(line "$(java_outcome "$said" "${BASH_REMATCH[2]}")" java "$done/$of" "${class#dev.slipway.} ($count)" "${BASH_REMATCH[3]//,/}")
    case $said in
      *'  ok '*) printf '%s\n' "$said" ;;
      *) java_failure "$said" "$class" "${sources[$class]:-}" ;;
    esac
  done
}

java_outcome() {
  if [[ $1 = *'<<< '* ]]; then
    echo FAILED
  elif [ "$2" != 0 ]; then
    echo skip
  else
    echo ok
  fi
}

# Prints the source files of the test classes that Maven runs. grep fails if no file matches, which is no error here.
test_sources() {
  { find . -path '*/target' -prune -o -path '*/src/test/java/*' \( -name '*Test.java' -o -name '*IT.java' \) \
    -exec grep -LE '^(public )?abstract class' {} + || true; } | sed 's|^\./||'
}

# java_failure LINE CLASS SOURCE: reports a failed or skipped test class, with the messages of its JUnit report.
java_failure() {
  local module=${3%/src/test/java/*} report cases method command
  report=$(find "$module/target" -path "*-reports/TEST-$2.xml" | head -n 1)
  if [ -z "$report" ]; then
    failure "$1" "JUnit has left no report" "$logs" "./mvnw -pl $module -am verify"
    return
  fi
  cases=$(red_cases "$report")
  method=$(cut -f 2 <<<"$cases" | head -n 1 | grep -oE '^[A-Za-z0-9_]+' || true)
  command="./mvnw -pl $module -am verify -Dsurefire.failIfNoSpecifiedTests=false"
  case $2 in
    *IT) command+=" -Dtest=NoUnit -Dfailsafe.failIfNoSpecifiedTests=false -Dit.test=" ;;
    *) command+=" -Dtest=" ;;
  esac
  failure "$1" "$(awk -F '\t' '{ printf "%s: %s\n%s", $2, $3, $4 == "" ? "" : $4 "\n" }' <<<"$cases")" \
    "$(find "${report%/*}" -name "$2.txt" -o -name "$2-output.txt" | sort | xargs)" "$command'${2##*.}${method:+#$method}'"
}

# Prints each test case of the JUnit reports FILE... that failed or was skipped: class, name, kind and the first lines
# of the message, separated by tabs.
red_cases() {
  awk '
    function value(key) { return match($0, " " key "=\"[^\"]*") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : "" }
    function plain(text) {
      gsub(/&#10;/, "\n", text); gsub(/&#9;/, " ", text); gsub(/\t/, " ", text); gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text)
      gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&amp;/, "\\&", text)
      sub(/^\n+/, "", text); gsub(/\n+/, " | ", text)
      return substr(text, 1, 600)
    }
    /^  <testcase / { class = value("classname"); name = plain(value("name")) }
    /^    <(failure|error|skipped)[ >\/]/ {
      match($0, /<[a-z]+/); printf "%s\t%s\t%s\t%s\n", class, name, substr($0, RSTART + 1, RLENGTH - 1), plain(value("message"))
    }' "$@"
}
