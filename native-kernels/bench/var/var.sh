#!/usr/bin/env bash
# slipway bench var [--quick] [--json] [--check]
# vecmath and the pricing kernels against MKL, libmvec, JAX, numpy and QuantLib: one core each, the thread's processor time,
# medians over rounds in which each is measured once. Single figures go to native-kernels/target/bench/var.figures. For
# figures on a busy machine: chrt -r 1 ./slipway bench var.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels here=$SLIPWAY_ROOT/native-kernels/bench/var
build=$kernels/target/cmake/bench rivals=$kernels/target/var-rivals figures=$kernels/target/bench/var.figures
rounds=7 scenarios=100000
for option in "$@"; do
    [[ $option =~ ^--(quick|json|check)$ ]] || fail "bench var knows --quick --json --check, not $option"
    [ "$option" != --quick ] || rounds=5 scenarios=20000
done
# With --json, nothing else is on the standard output.
exec 3>&1
[[ " $* " != *" --json "* ]] || exec >&2

# The rivals: JAX, numpy and MKL from PyPI, QuantLib from Debian. They are kept below target/.
rival_needs=(python3:python3-minimal "/usr/lib/python3*/ensurepip:python3-venv" g++:g++ /usr/include/ql/quantlib.hpp:libquantlib0-dev)
missing=()
for need in "${rival_needs[@]}"; do
    is_there "${need%%:*}" || missing+=("${need#*:}")
done
[ ${#missing[@]} = 0 ] || install_packages "${missing[@]}"
mkdir -p "$rivals" "$kernels/target/bench"
venv=$rivals/venv
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

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
"$build/bench-var-market" >"$top/market.json"
"$build/bench-var-market" --scenarios >"$top/scenarios"
: >"$figures"
export MKL_THREADING_LAYER=SEQUENTIAL OMP_NUM_THREADS=1 JAX_PLATFORMS=cpu XLA_FLAGS=--xla_cpu_multi_thread_eigen=false
core=$(taskset -cp $$ | sed 's/.*[ ,-]//')
# The whole bank's files are made once for all rounds.
whatif() { "$here/whatif.sh" "$kernels/target/cmake" "$top" "$scenarios" >>"$figures" 2>"$top/whatif.log" || fail "whatif.sh: $(tail -3 "$top/whatif.log")"; }
measure() { taskset -c "$core" "$@" >>"$figures" || fail "${*##*/}: status $?"; }
for ((round = 1; round <= rounds; round++)); do
    echo "round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
    measure "$build/bench-var-functions"
    measure "$rivals/mkl-functions"
    measure "$build/bench-var-options"
    measure "$rivals/mkl-options"
    measure "$rivals/libmvec"
    measure "$venv/bin/python" "$here/rival_python.py" numpy "$top/market.json"
    measure "$venv/bin/python" "$here/rival_python.py" jax "$top/market.json"
    measure "$rivals/quantlib" <"$top/scenarios"
    whatif
done
# MKL has code for several levels; which one it takes depends on the maker of the processor, too.
taken=$(LD_DEBUG=files "$rivals/mkl-functions" 2>&1 >/dev/null | sed -n 's/.*calling init: .*libmkl_vml_\([a-z0-9]*\)\.so.*/\1/p' | head -1)
echo "MKL's code here: $taken (of avx512, avx10, avx2 and def, its plainest)"
python3 "$here/var_report.py" "$figures" "$@" >&3
