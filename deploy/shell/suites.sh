# How `slipway test` tells of suites: one line for each as it ends, and of one that failed its cases, their messages, its log and the
# command that runs it alone. Sourced. A suite is a test class of Java or a test of CTest.
# shellcheck shell=bash

logs=target/test
# Each failure as it was told, for the end of the run: suites that run side by side add theirs.
failures=$logs/failures
test_started=$EPOCHSECONDS

# line OUTCOME WHERE PROGRESS NAME SECONDS: when it ended, counted from the start of the run; how; which of how many; how long it took.
line() {
  local since=$((EPOCHSECONDS - test_started))
  printf '%3d:%02d  %-6s %-8s %9s  %-64s %7.1f s\n' $((since / 60)) $((since % 60)) "$@"
}

# failure LINE MESSAGE LOG COMMAND: in one write, for others write beside it.
failure() {
  local text
  text=$(printf '%s\n%s\n' "$1" "$(sed 's/^/          /' <<<"$2")" && printf '          log:   %s\n          alone: %s\n' "$3" "$4")
  printf '%s\n' "$text"
  printf '%s\n' "$text" >>"$failures"
}

# kernel_suites NAME FOLDER: passes on what CTest says of the build NAME in FOLDER. What a suite that failed has printed goes to a log
# of its own.
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

# The failure that kernel_suites has read to its end, if there is one. What a test says of it stands where it happened, often long before
# the end.
kernel_failure() {
  [ -n "$log" ] || return 0
  local message
  message=$(grep -aE '^not ok|FAILED: | not so: |ERROR: |[a-z ]*error: |[Aa]ssert' "$log" | head -n 5 || true)
  [ -n "$message" ] || message=$(tail -n 5 "$log")
  failure "$told" "$message" "$log" "ctest --test-dir $folder -R '^$suite\$' --output-on-failure"
  log=''
}

# java_suites: passes on what Maven says of test classes. Each writes what it prints into a file of its own.
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

# The test classes that Maven runs. Where no file has the pattern, grep says that it failed.
test_sources() {
  { find . -path '*/target' -prune -o -path '*/src/test/java/*' \( -name '*Test.java' -o -name '*IT.java' \) \
    -exec grep -LE '^(public )?abstract class' {} + || true; } | sed 's|^\./||'
}

# java_failure LINE CLASS SOURCE
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

# Each test case of JUnit's reports (FILE...) that failed or was skipped: class, name, kind and the first lines of its message.
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
