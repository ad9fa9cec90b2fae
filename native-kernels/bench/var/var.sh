#!/usr/bin/env bash
# slipway bench var [--quick] [--json] [--check] [--kernels | --commands]
# vecmath and the pricing kernels against MKL, libmvec, JAX, numpy and QuantLib: one core each, the thread's processor time;
# and var-mc as a whole command, on a bank. --kernels and --commands measure one of the two alone. Medians over rounds in which
# each is measured once. Single figures go to native-kernels/target/bench/var.figures. For figures on a busy machine:
# chrt -r 1 ./slipway bench var.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels here=$SLIPWAY_ROOT/native-kernels/bench/var
build=$kernels/target/cmake/bench rivals=$kernels/target/var-rivals figures=$kernels/target/bench/var.figures
rounds=5 scenarios=100000 part=both
for option in "$@"; do
    case $option in
    --quick) scenarios=20000 ;;
    --kernels | --commands) part=${option#--} ;;
    --json | --check) ;;
    *) fail "bench var knows --quick --json --check --kernels --commands, not $option" ;;
    esac
done
# With --json, only JSON goes to the standard output.
exec 3>&1
[[ " $* " != *" --json "* ]] || exec >&2

mkdir -p "$rivals" "$kernels/target/bench"
venv=$rivals/venv
# The rivals: JAX, numpy and MKL from PyPI, QuantLib from Debian. They are kept below target/.
make_rivals() {
    local rival_needs=(python3:python3-minimal "/usr/lib/python3*/ensurepip:python3-venv" g++:g++ /usr/include/ql/quantlib.hpp:libquantlib0-dev)
    local missing=() need part flags mkl
    for need in "${rival_needs[@]}"; do
        is_there "${need%%:*}" || missing+=("${need#*:}")
    done
    [ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
    if ! cmp -s "$here/requirements.txt" "$rivals/requirements.txt"; then
        begin "install MKL, JAX and numpy"
        rm -rf "$venv"
        quietly "$rivals/log" python3 -m venv "$venv"
        quietly "$rivals/log" "$venv/bin/pip" install -q -r "$here/requirements.txt"
        cp "$here/requirements.txt" "$rivals/requirements.txt"
        end
    fi

    begin "compile the rivals"
    flags=(-O3 -march=native -fno-math-errno -Wall)
    [ "$(uname -m)" != x86_64 ] || flags+=(-mprefer-vector-width=512)
    mkl=$(find "$venv/lib" -maxdepth 1 -name 'libmkl_rt.so.*' | head -1)
    [ -n "$mkl" ] || fail "the MKL of PyPI has no libmkl_rt for this processor" "slipway bench var needs x86-64."
    for part in functions options; do
        quietly "$rivals/log" gcc -std=c11 -D_GNU_SOURCE "${flags[@]}" -I"$venv/include" "$here/rival-mkl-$part.c" "$mkl" -Wl,-rpath,"$venv/lib" \
            -lm -o "$rivals/mkl-$part"
    done
    quietly "$rivals/log" gcc -std=c11 -D_GNU_SOURCE "${flags[@]}" -ffast-math "$here/rival-libmvec.c" -lmvec -lm -o "$rivals/libmvec"
    [ "$rivals/quantlib" -nt "$here/rival-quantlib.cpp" ] ||
        quietly "$rivals/log" g++ -O3 -march=native -w "$here/rival-quantlib.cpp" -lQuantLib -o "$rivals/quantlib"
    end
}

measure() { taskset -c "$core" "$@" >>"$figures" || fail "${*##*/}: status $?"; }
measure_kernels() {
    measure "$build/bench-var-functions"
    measure "$rivals/mkl-functions"
    measure "$build/bench-var-options"
    measure "$rivals/mkl-options"
    measure "$rivals/libmvec"
    measure "$venv/bin/python" "$here/rival_python.py" numpy "$top/market.json"
    measure "$venv/bin/python" "$here/rival_python.py" jax "$top/market.json"
    measure "$rivals/quantlib" <"$top/scenarios"
}

# make_banks: the whole bank, and 1 % of it.
make_banks() {
    begin "make a bank, and 1 % of it"
    quietly "$rivals/log" "$kernels/target/cmake/make-bank" "$top/whole" --scale 1
    quietly "$rivals/log" "$kernels/target/cmake/make-bank" "$top/part" --scale 0.01
    end
}

# command_of SCRIPT [WHAT]: measures whole commands of var-mc.
command_of() {
    local script=$1
    shift
    "$here/$script" "$kernels/target/cmake" "$top" "$scenarios" "$@" >>"$figures" 2>"$top/log" || fail "$script: $(tail -3 "$top/log")"
}

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
: >"$figures"
export MKL_THREADING_LAYER=SEQUENTIAL OMP_NUM_THREADS=1 JAX_PLATFORMS=cpu XLA_FLAGS=--xla_cpu_multi_thread_eigen=false
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_mpi_yield_when_idle=1
core=$(taskset -cp $$ | sed 's/.*[ ,-]//')
if [ "$part" != commands ]; then
    make_rivals
    "$build/bench-var-market" >"$top/market.json"
    "$build/bench-var-market" --scenarios >"$top/scenarios"
fi
if [ "$part" != kernels ]; then
    make_banks
    command_of bank.sh memory
fi
for ((round = 1; round <= rounds; round++)); do
    echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
    [ "$part" = commands ] || measure_kernels
    [ "$part" = kernels ] || { command_of bank.sh run && command_of whatif.sh; }
done
if [ "$part" != commands ]; then
    # MKL has code for several levels; its choice also depends on the maker of the processor.
    taken=$(LD_DEBUG=files "$rivals/mkl-functions" 2>&1 >/dev/null | sed -n 's/.*calling init: .*libmkl_vml_\([a-z0-9]*\)\.so.*/\1/p' | head -1)
    echo "MKL's code here: $taken (of avx512, avx10, avx2 and def, its plainest)"
fi
python3 "$here/var_report.py" "$figures" "$@" >&3
