#!/usr/bin/env bash
# slipway bench fft [--quick] [--json] [--check] [--memory-only] [--folder FOLDER] [--rounds N]
# Fourier transforms in memory against FFTW, FFTW-MPI and MKL; on disks through page servers against fio's rate, numpy.memmap
# and the report's plan; of odd shapes held against numpy's. --quick: 512^3 in 256 MiB, 3 rounds; whole: 5 rounds, and 1024^3
# in 2 GiB, once. Each round measures everything once. FOLDER is where the arrays lie (target/bench); it takes 8 GB, whole 60 GB. Single figures go to
# native-kernels/target/bench/fft.figures.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels here=$SLIPWAY_ROOT/native-kernels/bench/fft
build=$kernels/target/cmake rivals=$kernels/target/fft-rivals figures=$kernels/target/bench/fft.figures
rounds=5 size=512 memory=256MB whole=yes part=all folder=$kernels/target/bench
report_options=()
while [ $# -gt 0 ]; do
    case $1 in
    --quick) rounds=3 whole='' ;;
    --memory-only) part=memory ;;
    --folder | --rounds)
        [ -n "${2:-}" ] || fail "$1 needs a value"
        declare "${1#--}=$2"
        shift
        ;;
    --json | --check) report_options+=("$1") ;;
    *) fail "bench fft knows --quick --json --check --memory-only --folder --rounds, not $1" ;;
    esac
    shift
done
# With --json, only the JSON is on the standard output.
exec 3>&1
[[ " ${report_options[*]:-} " != *" --json "* ]] || exec >&2
mkdir -p "$rivals" "$kernels/target/bench" "$folder"
venv=$rivals/venv
[ -x "$build/fft3d" ] || fail "fft3d is not built" "It needs FFTW: libfftw3-dev on Debian."

# The rivals: FFTW-MPI and fio from Debian; numpy, scipy and MKL from PyPI. They are kept below target/.
make_rivals() {
    local needs=(/usr/include/fftw3-mpi.h:libfftw3-mpi-dev fio:fio "/usr/lib/python3*/ensurepip:python3-venv") missing=() need mkl
    for need in "${needs[@]}"; do
        is_there "${need%%:*}" || missing+=("${need#*:}")
    done
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
    if ! cmp -s "$here/requirements.txt" "$rivals/requirements.txt"; then
        begin "install numpy, scipy and MKL"
        rm -rf "$venv"
        quietly "$rivals/log" python3 -m venv "$venv"
        quietly "$rivals/log" "$venv/bin/pip" install -q -r "$here/requirements.txt"
        cp "$here/requirements.txt" "$rivals/requirements.txt"
        end
    fi
    begin "compile the rivals"
    quietly "$rivals/log" gcc -O3 -std=gnu11 "$here/rival-fftw.c" -lfftw3_threads -lfftw3 -lm -lpthread -o "$rivals/fftw"
    quietly "$rivals/log" mpicc.openmpi -O3 -std=gnu11 "$here/rival-fftw-mpi.c" -lfftw3_mpi -lfftw3 -lm -o "$rivals/fftw-mpi"
    mkl=$(find "$venv/lib" -maxdepth 1 -name 'libmkl_rt.so.*' | head -1)
    [ -n "$mkl" ] || fail "the MKL of PyPI has no libmkl_rt for this processor" "slipway bench fft needs x86-64."
    quietly "$rivals/log" gcc -O3 -std=gnu11 -I"$venv/include/fftw" "$here/rival-fftw.c" "$mkl" -Wl,-rpath,"$venv/lib" -lm -o "$rivals/mkl"
    end
}

note() { echo "$*" >>"$figures"; }
measure() { "$@" >>"$figures" || fail "${*##*/}: status $?"; }

measure_memory() {
    measure "$build/bench/bench-fft-ours-memory" 256 2
    measure "$rivals/fftw" fftw 256 2 "$rivals/wisdom"
    measure mpirun.openmpi -n 2 "$rivals/fftw-mpi" 256 "$rivals/wisdom-mpi"
    MKL_NUM_THREADS=2 measure "$rivals/mkl" mkl 256 2 /dev/null
}

# value FILE NAME: of a summary of fft3d.
value() { sed -n "s/^$2,//p" "$1"; }

# transform CELL WHO CLIENTS SERVERS OPTION...: makes a page set, transforms it, and notes the seconds of the passes.
transform() {
    local cell=$1 who=$2 clients=$3 servers=$4 launch=() most
    shift 4
    [ $((clients + servers)) = 1 ] || launch=(mpirun.openmpi -n $((clients + servers)))
    rm -rf "$folder/set" "$folder/d1" "$folder/d2"
    mkdir -p "$folder/d1" "$folder/d2"
    python3 "$here/pss.py" fft3d "${launch[@]}" "$build/fft3d" --generate 1 --size "$size" --memory "$memory" --servers "$servers" \
        --data "$folder/set" --disks "$folder/d1,$folder/d2" --summary "$top/summary" "$@" >"$top/out" 2>"$top/err" || fail "fft3d: $(tail -3 "$top/err")"
    note "$cell $who $(value "$top/summary" transform_seconds)"
    most=$(sed -n 's/^pss //p' "$top/err")
    note "pss-$cell $who $(awk -v most="$most" -v empty="$(empty_mpi $((clients + servers)))" 'BEGIN { print most - empty }')"
    rm -rf "$folder/set"
}

# empty_mpi RANKS: megabytes of an idle program of so many ranks; measured once.
declare -A empty=()
empty_mpi() {
    if [ -z "${empty[$1]-}" ]; then
        empty[$1]=$( (sleep 2) | python3 "$here/pss.py" bench-fft-empty mpirun.openmpi -n "$1" "$build/bench/bench-fft-empty-mpi" 2>&1 >/dev/null | sed -n 's/^pss //p')
    fi
    echo "${empty[$1]}"
}

# predict: the estimate of --explain now, beside the seconds of the passes.
predict() {
    mkdir -p "$folder/d1" "$folder/d2"
    note "predicted ours $(mpirun.openmpi -n 4 "$build/fft3d" --generate 1 --size "$size" --memory "$memory" --servers 2 --data "$folder/set" \
        --disks "$folder/d1,$folder/d2" --explain | sed -n 's/^moves .* in \([0-9.]*\) s$/\1/p')"
}

# fio_rate PIECE: reads and writes pieces at random at the same time, past the page cache; notes bytes a second, both ways together.
fio_rate() {
    fio --name=mixed --filename="$folder/fio" --size=2G --bs="$1" --rw=randrw --rwmixread=50 --direct=1 --ioengine=libaio --iodepth=4 --numjobs=1 \
        --time_based --runtime=6 --output-format=json >"$top/fio.json" 2>"$top/err" || fail "fio: $(tail -3 "$top/err")"
    note "fio fio $(python3 -c 'import json, sys; job = json.load(open(sys.argv[1]))["jobs"][0]; print(job["read"]["bw_bytes"] + job["write"]["bw_bytes"])' "$top/fio.json")"
}

measure_disks() {
    fio_rate 512k
    predict
    transform two-pass ours 2 2 --plan two-pass
    transform report ours 2 2 --plan report
    transform filter ours 2 2 --plan two-pass --filter gauss --parameter 50
    transform threads ours 1 0 --plan two-pass --threads 2
    measure "$venv/bin/python" "$here/rival_memmap.py" "$folder/memmap" "$size"
    rm -f "$folder/memmap"
}

top=$(mktemp -d)
trap 'rm -rf "$top" "$folder/set" "$folder/d1" "$folder/d2" "$folder/fio" "$folder/memmap" "$folder"/numpy-*' EXIT
: >"$figures"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_mpi_yield_when_idle=1
make_rivals
note "size bytes $((size * size * size * 16))"
note "memory bytes $((${memory%MB} << 20))"
measure "$venv/bin/python" "$here/check_numpy.py" "$build/fft3d" "$folder"
for ((round = 1; round <= rounds; round++)); do
    echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
    measure_memory
    [ "$part" = memory ] || measure_disks
done
if [ -n "$whole" ] && [ "$part" = all ]; then
    echo "1024^3 in 2 GiB, load $(cut -d' ' -f1 /proc/loadavg)"
    size=1024 memory=2048MB
    fio_rate 4m
    sed -i '$ s/^fio fio/fio1024 fio/' "$figures"
    transform two-pass1024 ours 2 2 --plan two-pass
fi
python3 "$here/fft_report.py" "$figures" "${report_options[@]}" >&3
