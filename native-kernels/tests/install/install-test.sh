#!/usr/bin/env bash
# install-test.sh CMAKE BUILD-FOLDER MPIEXEC COMPILER...: checks that installed files serve programs without our tree,
# with any of the compilers. MPIEXEC is empty for a build without MPI.
set -euo pipefail
cmake=$1 build=$(cd "$2" && pwd) mpiexec=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=native-kernels/tests/install/shared.sh
source "$here/shared.sh"
libraries='blockfile vecmath pricing riskmc orderbook stream pagedev' packages='slipway-pagedev slipway-blockfile slipway-vecmath slipway-pricing slipway-riskmc slipway-orderbook slipway-stream'
[ -z "$mpiexec" ] || libraries="$libraries twophase process" packages="slipway-process slipway-twophase $packages"
for compiler in "$@"; do
  command -v "$compiler" >/dev/null || not_ok "$compiler is not installed"
done

# Not grep -q, which leaves early and lets ldd fail.
uses_shared() { ldd "$1" | grep >/dev/null "libslipway-blockfile\\.so\\.[0-9.]* => $work/.*/lib"; }

files() { (cd "$1" && find . -type f -o -type l) | sort; }

quietly "$cmake" --install "$build" --prefix "$work/first"
# The tree may move.
mv "$work/first" "$work/prefix"
prefix=$work/prefix
lib=$(dirname "$(find "$prefix" -name 'libslipway-blockfile.a')")
# Without FFTW there is no oocfft.
[ ! -e "$prefix/include/slipway/oocfft.h" ] || libraries="$libraries oocfft"
cp -r "$here/consumer" "$here/plain" "$here/transform" "$work"
cd "$work"

# Each file belongs to a component, and to one only, but for the licence.
for component in runtime development programs guard manual; do
  quietly "$cmake" --install "$build" --prefix "$work/$component" --component "$component"
  files "$component" >"$component.files"
  grep -q '/LICENSE$' "$component.files" || not_ok "the component $component has no licence"
done
cat ./*.files | grep -v '/LICENSE$' | sort >parts
cmp -s parts <(files prefix | grep -v '/LICENSE$') || not_ok "not in one component each: $(diff parts <(files prefix | grep -v '/LICENSE$'))"
! grep -vE '\.so\.[0-9.]+$|/LICENSE$' runtime.files || not_ok "these are no shared libraries"
! grep -E '/bin/|/libexec/|/man/|\.so\.' development.files || not_ok "these are no matter of development"
! grep -vE '/bin/|/LICENSE$|/LICENSE.skfolio.txt$|/stream-graph.xsd$' programs.files || not_ok "these are no programs"
! grep -vE '/(slipway-guard|mpi-probe)$|/LICENSE$' guard.files || not_ok "these are not the guard"
! grep -vE '/man/|/LICENSE$' manual.files || not_ok "these are no manual"
ok components

for program in bin/var-mc bin/tp-plan bin/match-orders bin/market-chain bin/market-audit bin/var-backtest bin/make-bank bin/exchange-server bin/exchange-audit bin/exchange-load bin/exchange-session bin/fft3d bin/stream-launch bin/process-stubs libexec/slipway-guard libexec/mpi-probe; do
  [ ! -e "$build/${program##*/}" ] || "$prefix/$program" --help >"$work/out" || not_ok "$program does not run where it is installed"
done

for name in $libraries; do
  exported=$(nm -D --defined-only "$lib/libslipway-$name.so" | sed -n 's/.* T //p' | sort)
  [ "$exported" = "$(functions "$prefix/include/slipway/$name"{,_*}.h)" ] || not_ok "libslipway-$name.so exports not what its headers declare: $exported"
  [ "$(readelf -d "$lib/libslipway-$name.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')" = "libslipway-$name.so.$(version "$prefix")" ] ||
    not_ok "the soname of libslipway-$name.so is not that of its version"
done
ok exported functions

export PKG_CONFIG_PATH=$lib/pkgconfig
for compiler in "$@"; do
  # shellcheck disable=SC2046
  silently "$compiler" -std=c11 -Wall -Wextra plain/plain.c $(pkg-config --cflags --libs slipway-blockfile slipway-vecmath slipway-pricing slipway-riskmc slipway-orderbook slipway-stream) -Wl,-rpath,"$lib" -o by-pkg-config
  uses_shared ./by-pkg-config || not_ok "not linked with libslipway-blockfile.so"
  run_plain "$compiler, without MPI, pkg-config, shared" ./by-pkg-config
  build_consumers "$prefix" "by-$compiler" "$compiler"
  run_plain "$compiler, without MPI, find_package, shared" "by-$compiler/plain/plain"
  run_plain "$compiler, without MPI, find_package, static" "by-$compiler/plain/plain-static"
  # shellcheck disable=SC2046
  [[ $libraries != *oocfft* ]] || { silently "$compiler" -std=c11 -Wall -Wextra transform/transform.c $(pkg-config --cflags --libs slipway-oocfft) \
    -Wl,-rpath,"$lib" -o transformer && ./transformer || not_ok "oocfft does not serve $compiler"; }
  [ -n "$mpiexec" ] || continue
  # shellcheck disable=SC2046,SC2086
  silently "$compiler" -std=c11 -Wall -Wextra consumer/consumer.c $(pkg-config --cflags --libs $packages) -Wl,-rpath,"$lib" -o by-pkg-config
  run "$compiler, pkg-config, shared" ./by-pkg-config
  uses_shared "by-$compiler/consumer/consumer" || not_ok "slipway::twophase is not the shared library"
  run "$compiler, find_package, shared" "by-$compiler/consumer/consumer"
  ! uses_shared "by-$compiler/consumer/consumer-static" || not_ok "slipway::twophase-static is a shared library"
  run "$compiler, find_package, static" "by-$compiler/consumer/consumer-static"
done

rm "$lib"/*.so*
for compiler in "$@"; do
  # shellcheck disable=SC2046
  silently "$compiler" -std=c11 -Wall -Wextra plain/plain.c $(pkg-config --static --cflags --libs slipway-blockfile slipway-vecmath slipway-pricing slipway-riskmc slipway-orderbook slipway-stream) -o static
  run_plain "$compiler, without MPI, pkg-config --static" ./static
  # shellcheck disable=SC2046
  [[ $libraries != *oocfft* ]] || { silently "$compiler" -std=c11 -Wall -Wextra transform/transform.c $(pkg-config --static --cflags --libs slipway-oocfft) \
    -o transformer && ./transformer || not_ok "oocfft does not serve $compiler statically"; }
  [ -n "$mpiexec" ] || continue
  # shellcheck disable=SC2046,SC2086
  silently "$compiler" -std=c11 -Wall -Wextra consumer/consumer.c $(pkg-config --static --cflags --libs $packages) -o static
  run "$compiler, pkg-config --static" ./static
done

# Each function has a page, and each page of ours is right.
command -v man >/dev/null || command -v mandoc >/dev/null || not_ok "neither man nor mandoc is installed"
documented=$(for name in oocfft pagedev process twophase blockfile vecmath pricing riskmc orderbook stream; do [ ! -e "$prefix/include/slipway/$name.h" ] || { functions "$prefix/include/slipway/$name"{,_*}.h; echo $name; }; done)
for name in $documented; do
  page=$prefix/share/man/man3/$name.3
  [ -e "$page" ] || not_ok "$name has no man page"
  target=$(sed -n 's/^\.so //p' "$page")
  grep -q "^\\.Nm $name\\( ,\\)*$" "$prefix/share/man/${target:-man3/$name.3}" || not_ok "$name(3) leads to a page of something else"
done
# No page is about a program or a library that is left out.
for program in bin/var-mc:man1/var-mc.1 bin/tp-plan:man1/tp-plan.1 bin/match-orders:man1/match-orders.1 bin/market-chain:man1/market-chain.1 bin/market-audit:man1/market-audit.1 bin/var-backtest:man1/var-backtest.1 bin/make-bank:man1/make-bank.1 bin/exchange-server:man1/exchange-server.1 bin/exchange-audit:man1/exchange-audit.1 bin/exchange-load:man1/exchange-load.1 bin/exchange-session:man1/exchange-session.1 bin/fft3d:man1/fft3d.1 bin/stream-launch:man1/stream-launch.1 bin/stream-launch:man5/stream-graph.5 bin/stream-relay:man1/stream-relay.1 bin/process-stubs:man1/process-stubs.1 libexec/slipway-guard:man8/slipway-guard.8 libexec/mpi-probe:man8/mpi-probe.8; do
  [ -e "$prefix/${program%:*}" ] || [ ! -e "$prefix/share/man/${program#*:}" ] || not_ok "${program#*:} is installed without its program"
done
for header in $(sed -n 's/^\.In //p; s/^#include <\(slipway.*\)>$/\1/p' "$prefix"/share/man/man3/*.3 | grep -v '^mpi.h$' | sort -u); do
  [ -e "$prefix/include/$header" ] || not_ok "man pages name $header, which is not installed"
done
for package in $(sed -n 's/.*pkg-config.* --libs \([^ ]*\).*/\1/p' "$prefix"/share/man/man3/*.3); do
  pkg-config --exists "$package" || not_ok "man pages name the package $package, which is not installed"
done
for page in "$prefix"/share/man/man?/*; do
  if command -v mandoc >/dev/null && ! grep -q '^\.so' "$page"; then
    mandoc -T lint -W warning "$page" || not_ok "$page is not clean"
  fi
  if command -v man >/dev/null; then
    section=${page##*.} name=${page##*/}
    [ -n "$(man -M "$prefix/share/man" "$section" "${name%.*}" 2>"$work/log" | head -c 1)" ] || not_ok "man does not show $name"
    [ ! -s "$work/log" ] || not_ok "$name: $(cat "$work/log")"
  fi
done
ok man pages
