#!/usr/bin/env bash
# install-test.sh CMAKE BUILD-FOLDER C-COMPILER MPIEXEC: what is installed serves a program that knows nothing of our tree.
set -euo pipefail
cmake=$1 build=$2 compiler=$3 mpiexec=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH PKG_CONFIG_PATH

not_ok() {
  printf 'not ok: %s\n' "$*" >&2
  exit 1
}

# run WHAT PROGRAM: on two ranks.
run() {
  "$mpiexec" -n 2 "$2" "$work/numbers.gz" >"$work/out" || not_ok "$1: status $?: $(cat "$work/out")"
  grep -qx '2 ranks added up 5000050000' "$work/out" || not_ok "$1 says: $(cat "$work/out")"
  printf 'ok %s\n' "$1"
}

# Not grep -q, which leaves early and lets ldd fail.
uses_shared() { ldd "$1" | grep >/dev/null "libslipway-twophase\\.so\\.[0-9.]* => $work/.*/lib"; }

# functions HEADER: the names that it declares.
functions() { sed -n '/^[a-z]/s/^[^(]*[ *]\([a-z]\{2,\}_[a-z0-9_]*\)(.*/\1/p' "$1" | sort; }

"$cmake" --install "$build" --prefix "$work/first" >"$work/log" || not_ok "$(cat "$work/log")"
# The tree may move.
mv "$work/first" "$work/prefix"
prefix=$work/prefix
lib=$(dirname "$(find "$prefix" -name 'libslipway-twophase.a')")
mkdir "$work/project"
cp "$here"/consumer/* "$work/project"
cd "$work/project"

for program in bin/var-mc libexec/slipway-guard; do
  [ ! -e "$build/${program##*/}" ] || "$prefix/$program" --help >"$work/out" || not_ok "$program does not run where it is installed"
done

for name in twophase blockfile riskmc; do
  exported=$(nm -D --defined-only "$lib/libslipway-$name.so" | sed -n 's/.* T //p' | sort)
  [ "$exported" = "$(functions "$prefix/include/slipway/$name.h")" ] || not_ok "libslipway-$name.so exports not what $name.h declares: $exported"
done
printf 'ok exported functions\n'

export PKG_CONFIG_PATH=$lib/pkgconfig
# shellcheck disable=SC2046
"$compiler" -std=c11 consumer.c $(pkg-config --cflags --libs slipway-twophase slipway-blockfile slipway-riskmc) -Wl,-rpath,"$lib" -o shared
uses_shared ./shared || not_ok "not linked with libslipway-twophase.so"
run "pkg-config, shared" ./shared

"$cmake" -S . -B build -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 || not_ok "$(cat "$work/log")"
"$cmake" --build build >"$work/log" 2>&1 || not_ok "$(cat "$work/log")"
uses_shared build/consumer || not_ok "slipway::twophase is not the shared library"
run "find_package, shared" build/consumer
! uses_shared build/consumer-static || not_ok "slipway::twophase-static is a shared library"
run "find_package, static" build/consumer-static

rm "$lib"/*.so*
# shellcheck disable=SC2046
"$compiler" -std=c11 consumer.c $(pkg-config --static --cflags --libs slipway-twophase slipway-blockfile slipway-riskmc) -o static
run "pkg-config --static" ./static

# Each function has a page, and each page of ours is right.
command -v man >/dev/null || command -v mandoc >/dev/null || not_ok "neither man nor mandoc is installed"
for name in $(for part in twophase blockfile riskmc; do functions "$prefix/include/slipway/$part.h"; echo $part; done); do
  page=$prefix/share/man/man3/$name.3
  [ -e "$page" ] || not_ok "$name has no man page"
  target=$(sed -n 's/^\.so //p' "$page")
  grep -q "^\\.Nm $name\\( ,\\)*$" "$prefix/share/man/${target:-man3/$name.3}" || not_ok "$name(3) leads to a page of something else"
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
printf 'ok man pages\n'
