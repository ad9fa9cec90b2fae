# shellcheck shell=bash disable=SC2034
# The options of the benchmarks that kill. Sourced, behind deploy/shell/shared.sh.

# crash_options NAME QUICK OPTION...: sets kills (before: how many there are; QUICK of them by --quick), seed, json and check.
crash_options() {
    local name=$1 quick=$2
    shift 2
    seed=$RANDOM json='' check=''
    while [ $# -gt 0 ]; do
        case $1 in
        --kills | --seed)
            [[ ${2:-} =~ ^[0-9]{1,6}$ ]] || fail "$1 needs a number"
            printf -v "${1#--}" %s "$2"
            shift
            ;;
        --quick) kills=$quick ;;
        --json) json=yes ;;
        --check) check=yes ;;
        *) fail "bench $name knows --kills --seed --quick --json --check, not $1" ;;
        esac
        shift
    done
    RANDOM=$seed
}
