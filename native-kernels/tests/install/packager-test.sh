#!/usr/bin/env bash
# packager-test.sh CMAKE SOURCE-FOLDER BUILD-FOLDER MPIEXEC: checks a build with the settings of a Debian package
# (cmake/debian-flags.cmake): no flags of ours follow the flags of the packager, all files lie below /usr with a library
# folder for each architecture, below DESTDIR, and the installed files serve other programs.
set -euo pipefail
cmake=$1 source=$2 build=$(cd "$3" && pwd) mpiexec=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=native-kernels/tests/install/shared.sh
source "$here/shared.sh"
libdir=lib/$(gcc -print-multiarch)
[ "$libdir" != lib/ ] || libdir=lib

! grep -oE ' -O[^2 ][^ ]* |-U_FORTIFY_SOURCE' "$build/compile_commands.json" || not_ok "these flags are not the packager's"
ok "built with the packager's flags"

DESTDIR=$work/root quietly "$cmake" --install "$build"
usr=$work/root/usr
[ -e "$usr/$libdir/libslipway-blockfile.so" ] || not_ok "no libraries in /usr/$libdir"
[ -e "$usr/share/doc/slipway_native/LICENSE" ] || not_ok "no licence is installed"
for file in "$usr/$libdir"/*.so "$usr"/bin/* "$usr"/libexec/*; do
  readelf -W --program-headers "$file" | grep GNU_RELRO >/dev/null || not_ok "$file is not linked with -z relro"
  readelf -W --dynamic "$file" | grep NOW >/dev/null || not_ok "$file is not linked with -z now"
  nm -D "$file" | grep __stack_chk_fail >/dev/null || not_ok "$file has no stack protector"
  nm -D "$file" | grep -E '__[a-z]+_chk' | grep -v stack >/dev/null || not_ok "$file is not fortified"
done
ok "hardened"

cp -r "$here/consumer" "$here/plain" "$work"
cd "$work"
build_consumers "$usr" by-cmake gcc
run_plain "find_package below DESTDIR, without MPI" by-cmake/plain/plain
[ -z "$mpiexec" ] || run "find_package below DESTDIR" by-cmake/consumer/consumer
export PKG_CONFIG_PATH=$usr/$libdir/pkgconfig
# shellcheck disable=SC2046
silently gcc -std=c11 -Wall -Wextra plain/plain.c $(pkg-config --cflags --libs slipway-blockfile slipway-vecmath slipway-pricing slipway-riskmc slipway-orderbook slipway-stream) -Wl,-rpath,"$usr/$libdir" -o by-pkg-config
run_plain "pkg-config below DESTDIR, without MPI" ./by-pkg-config

# A build without the programs or the guard still has the tests of the libraries.
quietly "$cmake" -S "$source" -B "$work/libraries" -G "Unix Makefiles" -DSLIPWAY_MPI=openmpi -DSLIPWAY_PROGRAMS=OFF -DSLIPWAY_GUARD=OFF
"$(dirname "$cmake")/ctest" --test-dir "$work/libraries" -N | grep -w 'twophase-threads' >/dev/null || not_ok "without programs twophase is not tested"
ok "configured with tests and without programs"

# With an optimisation level in CFLAGS and without a build type, the build uses just that level.
CFLAGS=-O1 quietly "$cmake" -S "$source" -B "$work/flags" -G "Unix Makefiles" -DSLIPWAY_MPI=none
! grep -oE ' -O[^1 ][^ ]* | -DNDEBUG |-Werror ' "$work/flags/compile_commands.json" || not_ok "these flags follow those of CFLAGS"
ok "CFLAGS"
