# Functions that the scripts of this folder share: sourced, never run. Messages are written for people, with the time of
# each step.
# shellcheck shell=bash disable=SC2034

version=0.1.0-SNAPSHOT
java_options=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto)

fail() {
  printf '\nslipway: %s\n' "$1" >&2
  [ -z "${2:-}" ] || printf '  %s\n' "$2" >&2
  exit 1
}

# Reports a wrong call, and ends with the exit status for that.
misuse() {
  printf '\nslipway: %s\n' "$1" >&2
  [ -z "${2:-}" ] || printf '  %s\n' "$2" >&2
  exit 2
}

# Prints the comment at the head of a script as its help.
help_of() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$1"; }

# begin TITLE ... end [NOTE]: prints one line for each step; on a terminal the title appears at the beginning.
begin() {
  step_title=$1
  step_started=$(date +%s%N)
  [ ! -t 1 ] || printf '  …  %s' "$step_title"
}

end() {
  local took=$((($(date +%s%N) - step_started) / 100000000))
  [ ! -t 1 ] || printf '\r'
  printf '  ok %-58s %4d.%d s%s\n' "$step_title" $((took / 10)) $((took % 10)) "${1:+   $1}"
}

# Runs a command with its output in a log. Shows the log's end only if the command fails.
quietly() {
  local log=$1
  shift
  "$@" >>"$log" 2>&1 </dev/null || {
    printf '\n' >&2
    tail -n 40 "$log" >&2
    fail "$step_title: failed" "The whole log: $log"
  }
}

# Finds the installed JDK 17 or later; JAVA_HOME wins.
find_java() {
  local candidate=${JAVA_HOME:-}
  if [ -z "$candidate" ] || [ ! -x "$candidate/bin/javac" ]; then
    candidate=$(readlink -f "$(command -v javac || true)" || true)
    for candidate in "${candidate%/bin/javac}" /usr/lib/jvm/java-17-*; do
      [ ! -x "$candidate/bin/javac" ] || break
    done
  fi
  [ -x "$candidate/bin/javac" ] || fail "no JDK found" "Run ./slipway demo, which installs openjdk-17-jdk-headless, or set JAVA_HOME."
  export JAVA_HOME=$candidate
}

# Prints the service's home folder, which `serve` uses and where the toolkit finds its profile.
default_home() {
  if [ -n "${SLIPWAY_HOME:-}" ]; then
    printf '%s' "$SLIPWAY_HOME"
  elif [ "$EUID" = 0 ]; then
    printf /var/lib/slipway
  else
    printf '%s/slipway' "${XDG_DATA_HOME:-$HOME/.local/share}"
  fi
}
