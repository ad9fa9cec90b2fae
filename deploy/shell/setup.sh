# Installs missing programs from Debian's packages. Sourced; `set_up demo`, `set_up exchange`, `set_up fft`, `set_up
# slurm` or `set_up test`.
# shellcheck shell=bash

# Each entry is a command or a file that must exist, and the package that has it.
demo_needs=(
  javac:openjdk-17-jdk-headless
  gcc:gcc
  /usr/include/stdio.h:libc6-dev
  make:make
  cmake:cmake
  curl:curl
  mpirun.openmpi:openmpi-bin
  mpicc.openmpi:libopenmpi-dev
  /usr/include/zlib.h:zlib1g-dev
  /usr/include/libdeflate.h:libdeflate-dev
  /usr/include/expat.h:libexpat1-dev
  /usr/sbin/sshd:openssh-server
  ssh-keygen:openssh-client
)
# Without this library only the exchange server is left out.
exchange_needs=(
  /usr/include/postgresql/libpq-fe.h:libpq-dev
)
# Without this library only oocfft and fft3d are left out.
fft_needs=(
  /usr/include/fftw3.h:libfftw3-dev
)
# The bed of deploy/cluster needs these.
slurm_needs=(
  /usr/sbin/munged:munge
  /usr/sbin/slurmctld:slurmctld
  /usr/sbin/slurmd:slurmd
  /usr/sbin/slurmrestd:slurmrestd
  sbatch:slurm-client
  /usr/lib/*/slurm-wlm/auth_jwt.so:slurm-wlm-jwt-plugin
  tc:iproute2
)
test_needs=(
  "${exchange_needs[@]}"
  "${fft_needs[@]}"
  "${slurm_needs[@]}"
  /usr/lib/postgresql/*/bin/initdb:postgresql
  mpirun.mpich:mpich
  mpicc.mpich:libmpich-dev
  clang:clang
  clang-format:clang-format
  run-clang-tidy:clang-tidy
  cppcheck:cppcheck
  shellcheck:shellcheck
  bgzip:tabix
  pkg-config:pkg-config
  man:man-db
  mandoc:mandoc
  /usr/sbin/apache2:apache2-bin
  /usr/sbin/mariadbd:mariadb-server-core
  chromium:chromium
  chromedriver:chromium-driver
  node:nodejs
  npm:npm
  wsdl2h:gsoap
  /usr/include/stdsoap2.h:libgsoap-dev
  /usr/include/openssl/ssl.h:libssl-dev
  g++:g++
  /usr/lib/python3*/ensurepip:python3-venv
)

set_up() {
  local needs=("${demo_needs[@]}") need packages=()
  case $1 in
    exchange) needs+=("${exchange_needs[@]}") ;;
    fft) needs+=("${fft_needs[@]}") ;;
    slurm) needs+=("${slurm_needs[@]}") ;;
    test) needs+=("${test_needs[@]}") ;;
  esac
  for need in "${needs[@]}"; do
    is_there "${need%%:*}" || packages+=("${need#*:}")
  done
  [ ${#packages[@]} = 0 ] || install_packages "${packages[@]}"
  [ "$(id -u)" != 0 ] || make_database_user
  [ "$1" != test ] || make_clients
  [ "$1" != test ] || make_quantlib
}

# Installs SOAP clients of other languages, for the tests that call the service with them. A change of their lists
# installs them anew.
make_clients() {
  local lists=$SLIPWAY_ROOT/tests/journeys/clients folder=$SLIPWAY_ROOT/target/clients log=$SLIPWAY_ROOT/target/clients.log
  [ ! -e "$folder/made" ] || [ -n "$(find "$lists" -name 'requirements.txt' -newer "$folder/made" -o -name 'package*.json' -newer "$folder/made")" ] || return 0
  begin "install SOAP clients for tests"
  rm -rf "$folder"
  mkdir -p "$folder"
  cp "$lists"/package*.json "$folder"
  quietly "$log" npm ci --prefix "$folder" --no-audit --no-fund
  quietly "$log" python3 -m venv "$folder/venv"
  quietly "$log" "$folder/venv/bin/pip" install -q -r "$lists/requirements.txt"
  touch "$folder/made"
  end
}

# Installs QuantLib, for the tests that compare its values with those of pricing. A change of requirements.txt installs
# QuantLib anew.
make_quantlib() {
  local list=$SLIPWAY_ROOT/native-kernels/tests/pricing/requirements.txt folder=$SLIPWAY_ROOT/target/quantlib log=$SLIPWAY_ROOT/target/quantlib.log
  [ ! -e "$folder/made" ] || [ "$list" -nt "$folder/made" ] || return 0
  begin "install QuantLib for tests"
  rm -rf "$folder"
  mkdir -p "$SLIPWAY_ROOT/target"
  quietly "$log" python3 -m venv "$folder"
  quietly "$log" "$folder/bin/pip" install -q -r "$list"
  touch "$folder/made"
  end
}

is_there() {
  case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

install_packages() {
  local as_root=()
  command -v apt-get >/dev/null || fail "these are missing: $*" "Install them by your system's means; on Debian and Ubuntu this script does."
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "these Debian packages are missing: $*" "Install them as root, or install sudo."
    as_root=(sudo)
  fi
  begin "install packages: $*"
  local log=$SLIPWAY_ROOT/target/setup.log
  mkdir -p "$SLIPWAY_ROOT/target"
  quietly "$log" "${as_root[@]}" apt-get update
  # The installation must not start a daemon: only the programs are needed.
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e $policy ]; then
    made=yes
    # shellcheck disable=SC2064
    trap "${as_root[*]} rm -f $policy" EXIT
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null
    "${as_root[@]}" chmod 755 $policy
  fi
  # Nor may a daemon start with the machine, unless it was here before.
  local program unit new=()
  for unit in sshd:ssh.service sshd:ssh.socket munged:munge.service slurmctld:slurmctld.service slurmd:slurmd.service slurmrestd:slurmrestd.service; do
    program=/usr/sbin/${unit%%:*}
    [ -e "$program" ] || new+=("$program:${unit#*:}")
  done
  quietly "$log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
  if [ -n "$made" ]; then
    "${as_root[@]}" rm -f $policy
    trap - EXIT
  fi
  for unit in "${new[@]}"; do
    [ ! -e "${unit%%:*}" ] || [ ! -d /run/systemd/system ] || quietly "$log" "${as_root[@]}" systemctl disable "${unit#*:}"
  done
  end
}

# As root, the database runs as a user of its own, who owns no other files.
make_database_user() {
  id slipway-db >/dev/null 2>&1 ||
    useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin slipway-db
}
