#!/usr/bin/env bash
# Usage: slipway demo [-h] [--slurm] [--stay] [--mail HOST:PORT] [NAME]
# Sets up, builds, and runs a document of deploy/demo over SOAP, with its data from a database and its results into one.
#
#   NAME         the document NAME.xml, NAME-var.xml or NAME-chain.xml; default: equity-var. exchange means trading-day,
#                fft means turbulence
#   --slurm      runs a Value-at-Risk on two hosts of a cluster with Slurm, which the demo makes on this machine; as root
#   --stay       keeps the service and its database running until Ctrl-C, with a template, a schedule, a sweep and a
#                failed job to look at
#   --mail HOST:PORT   lets the service send mails by the mail server there, without TLS and without a login
#   -h, --help   shows this help
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway demo}"
here=$SLIPWAY_ROOT/deploy/shell
# shellcheck source=deploy/shell/shared.sh
source "$here/shared.sh"
# shellcheck source=deploy/shell/service.sh
source "$here/service.sh"
# shellcheck source=deploy/shell/setup.sh
source "$here/setup.sh"
# shellcheck source=deploy/shell/slurm.sh
source "$here/slurm.sh"
# shellcheck source=deploy/shell/stay.sh
source "$here/stay.sh"

usage="usage: ./slipway demo [NAME] [--slurm] [--stay] [--mail HOST:PORT]"
demos=$SLIPWAY_ROOT/deploy/demo

# Returns whether NAME.xml is a job document; the build has another XML file in the same folder.
is_demo() { grep -qs JobDefinition "$demos/$1.xml"; }

# Prints the names of the documents, for the message about an unknown name.
demo_names() {
  local file
  for file in "$demos"/*.xml; do
    file=${file##*/}
    ! is_demo "${file%.xml}" || printf ' %s' "${file%.xml}"
  done
}

stay='' slurm='' mail='' name=''
while [ $# -gt 0 ]; do
  argument=$1
  shift
  case $argument in
    --stay) stay=yes ;;
    --mail)
      mail=${1:-}
      [[ $mail =~ ^[A-Za-z0-9.-]+:[0-9]{1,5}$ ]] || misuse "--mail takes HOST:PORT of a mail server, not '$mail'" "$usage"
      shift
      ;;
    --slurm) slurm=yes ;;
    -h | --help) help_of "$here/demo.sh" && exit 0 ;;
    -*) misuse "demo does not know '$argument'" "$usage" ;;
    *)
      [ -z "$name" ] || misuse "demo runs one document, not both '$name' and '$argument'" "$usage"
      name=$argument
      ;;
  esac
done
name=${name:-equity-var}
# A path is refused, because only documents of this folder are demos.
[[ $name != */* ]] || misuse "'$name' is no name of a demo" "There are:$(demo_names)"
document=$name
[ "$name" != exchange ] || document=trading-day
[ "$name" != fft ] || document=turbulence
is_demo "$document" || document=$name-var
is_demo "$document" || document=$name-chain
is_demo "$document" || misuse "there is no demo '$name'" "There are:$(demo_names)"
if [ -n "$slurm" ]; then
  [[ $document = *-var ]] || fail "demo --slurm runs a Value-at-Risk on two hosts, not '$name'" "Name equity-var or bank-var."
  [ "$EUID" = 0 ] || fail "demo --slurm needs root: the daemons of its cluster act as the users of jobs"
fi

# The demo needs a folder of its own that the identities of the database and of the runs can reach, outside of the
# temporary folders that runs share with the machine.
if [ "$EUID" = 0 ]; then place=/var/lib; else place=${XDG_DATA_HOME:-$HOME/.local/share}; fi
mkdir -p "$place"
folder=$(mktemp -d "$place/slipway-demo.XXXXXX")
chmod 711 "$folder"
home=$folder/home
log=$folder/demo.log
service_pid='' sshd_pid='' bed_pid='' slurm_conf='' database='' template='' file=$demos/$document.xml

# Ends the processes that the demo started, the last first, and removes the folder. After a failure the logs stay.
clean_up() {
  local status=$?
  trap - EXIT INT TERM
  [ -z "$service_pid" ] || { kill "$service_pid" 2>/dev/null && wait "$service_pid" 2>/dev/null || true; }
  [ -z "$bed_pid" ] || end_bed
  # Runs outlive the service, and the database outlives a service that was killed.
  local run
  for run in "$home"/scratch/*/; do
    [ ! -d "$run" ] || "$home/kernels/libexec/slipway-guard" kill --folder "$run" >>"$log" 2>&1 || true
  done
  [ ! -e "$home/data/postgres/data/postmaster.pid" ] || demo_java stop "$home/data" >>"$log" 2>&1 || true
  [ -z "$sshd_pid" ] || { kill "$sshd_pid" 2>/dev/null && wait "$sshd_pid" 2>/dev/null || true; }
  [ -z "$database" ] || demo_java stop "$folder/risk" >>"$log" 2>&1 || true
  if [ $status = 0 ]; then
    rm -rf "$folder"
  else
    printf '\nThe demo did not finish. Its logs: %s, %s\n' "$log" "$home/log" >&2
  fi
  exit $status
}
trap clean_up EXIT
trap 'exit 130' INT TERM

demo_java() { "$JAVA_HOME/bin/java" "${java_options[@]}" -cp "$SLIPWAY_ROOT/deploy/demo/target/slipway-demo-$version.jar:$SLIPWAY_ROOT/deploy/demo/target/lib/*" dev.slipway.demo.Demo "$@"; }

# Prints a port on which no program listens now.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  printf '%s' "$port"
}

# await_port PORT PID: waits until the server with process id PID answers on PORT. A start takes seconds; the limit of ten
# minutes is for a server that hangs, and a busy machine does not reach it.
await_port() {
  local port=$1 pid=$2 deadline=$((SECONDS + 600))
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 "$pid" 2>/dev/null || return 1
    [ $SECONDS -lt $deadline ] || return 1
    sleep 0.1
  done
}

# Starts the host that has the market data: OpenSSH's own sshd, with new keys, on loopback only.
start_market_host() {
  local ssh=$folder/ssh
  mkdir -p "$ssh/files/curves"
  chmod 700 "$ssh"
  cp "$SLIPWAY_ROOT/deploy/demo/curves/usd.csv" "$ssh/files/curves/"
  ssh-keygen -q -t ed25519 -N '' -f "$ssh/host"
  ssh-keygen -q -t ed25519 -N '' -f "$ssh/client"
  cp "$ssh/client.pub" "$ssh/authorized_keys"
  ssh_port=$(free_port)
  printf '[127.0.0.1]:%s %s\n' "$ssh_port" "$(cut -d' ' -f1,2 "$ssh/host.pub")" >"$ssh/known_hosts"
  cat >"$ssh/sshd_config" <<CONFIG
Port $ssh_port
ListenAddress 127.0.0.1
HostKey $ssh/host
AuthorizedKeysFile $ssh/authorized_keys
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
AllowUsers $(id -un)
Subsystem sftp internal-sftp
ForceCommand internal-sftp
CONFIG
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  /usr/sbin/sshd -D -f "$ssh/sshd_config" -E "$ssh/sshd.log" &
  sshd_pid=$!
  await_port "$ssh_port" "$sshd_pid" || fail "sshd did not start" "Its log: $ssh/sshd.log"
}

write_configuration() {
  local url
  url=$(cat "$folder/risk/url")
  mkdir -p "$home"
  cat >"$home/slipway.yaml" <<YAML
slipway:
  port: $service_port
  sources:
    risk: { url: "$url", user: risk_reader, password-file: "$folder/risk/risk_reader.password" }
    risk-results: { url: "$url", user: risk_writer, password-file: "$folder/risk/risk_writer.password" }
  hosts:
    market-data:
      address: 127.0.0.1
      port: $ssh_port
      user: $(id -un)
      identity-file: "$folder/ssh/client"
      known-hosts-file: "$folder/ssh/known_hosts"
      folder: "$folder/ssh/files"
  callbacks:
    hosts: ["127.0.0.1:$callback_port"]
YAML
  [ -z "$mail" ] || cat >>"$home/slipway.yaml" <<YAML
  mail: { host: "${mail%:*}", port: ${mail##*:}, security: none, from: slipway@localhost, pages: "https://127.0.0.1:$service_port" }
YAML
  [ -z "$slurm" ] || bed_configuration >>"$home/slipway.yaml"
}

slipway() { SLIPWAY_PROFILE=$home/profile bash "$here/toolkit.sh" "$@"; }

# Compares the results that the market chain has stored with the chain's own output, with the audit of its message
# store, and with a run of the same orders without a chain. The last line has the figures.
market_figures() {
  local said stored digest audit matched programs=$SLIPWAY_ROOT/native-kernels/target/install/bin
  said=$(slipway output "$token" | grep -o 'orders=[0-9]* trades=[0-9]* .*digest=[0-9a-f]*' | tail -n 1)
  stored=$(demo_java market-figures "$folder/risk" "$token") || fail "the market's figures could not be read" "$(tail -n 20 "$log")"
  printf '%s\n' "$stored" | sed '$d'
  stored=$(tail -n 1 <<<"$stored")
  [ "${said%% order_confirmations=*}" = "${stored%% p50_us=*}" ] || fail "SQL has other counts than the chain: $stored" "The chain said: $said"
  digest=${said##* digest=}
  slipway results "$token" store -o "$folder/market.store" >>"$log"
  audit=$("$programs/market-audit" "$folder/market.store" | tail -n 1) || fail "the audit of the message store failed" "$audit"
  demo_java market-orders "$folder/risk" "$folder/orders.csv"
  matched=$("$programs/match-orders" --input "$folder/orders.csv" --instruments 4 | grep -o 'digest=[0-9a-f]*') || fail "match-orders failed" ''
  [ "$matched" = "digest=$digest" ] || fail "match-orders has another digest of the same orders: $matched, not digest=$digest" ''
  printf '  the same orders by match-orders, without a chain: %s\n' "$matched"
  printf '%s digest=%s %s %s\n' "${stored%% p50_us=*}" "$digest" "${audit##* }" "${stored##* }"
}

if [ "$document" = bank-var ]; then
  printf 'Slipway demo: the Value-at-Risk of a bank with 2,500 instruments, in 100,000 scenarios, from a database to a database.\n'
elif [ "$document" = equity-var ]; then
  printf 'Slipway demo: the Value-at-Risk of 5,000 positions, from a database to a database.\n'
elif [ "$document" = trading-day ]; then
  printf 'Slipway demo: a trading day of 50,000 requests at an exchange server, from a database to a database.\n'
  set_up exchange
elif [ "$document" = turbulence ]; then
  printf 'Slipway demo: the spectrum of a turbulent field of 256^3 points, in 128 MB of memory, from an ssh host to a database.\n'
  set_up fft
elif [ "$document" = market-chain ]; then
  printf 'Slipway demo: a market of 50,000 orders as a chain of stream kernels, from a database to a database.\n'
else
  printf 'Slipway demo: the job of deploy/demo/%s.xml.\n' "$document"
fi
[ -z "$slurm" ] || set_up slurm
bash "$here/build.sh"
find_java

begin "risk database: real prices, 5,000 positions"
mkdir -m 711 "$folder/risk"
database=yes
quietly "$log" demo_java create "$folder/risk"
end
if [ "$document" = bank-var ]; then
  begin "the bank: 2,500 instruments, 1,000 factors, tables of 44 files"
  quietly "$log" "$SLIPWAY_ROOT/native-kernels/target/install/bin/make-bank" "$folder/bank" --scale 0.01 --tables
  quietly "$log" demo_java bank "$folder/risk" "$folder/bank"
  end
fi
if [ "$document" = trading-day ]; then
  begin "the trading day: 500 accounts, 50,000 requests"
  quietly "$log" demo_java trading-day "$folder/risk"
  end
fi
if [ "$document" = turbulence ]; then
  begin "tables for the spectrum and the phases"
  quietly "$log" demo_java turbulence "$folder/risk"
  end
fi
if [ "$document" = market-chain ]; then
  begin "the market: 50,000 orders in four instruments"
  quietly "$log" demo_java market "$folder/risk"
  end
fi

begin "market data host: sshd with the yield curve"
start_market_host
end
if [ "$document" = turbulence ]; then
  begin "the field on that host: 256^3 complex numbers, 268 MB"
  quietly "$log" demo_java field "$folder/ssh/files/field.npy"
  end
fi

if [ -n "$slurm" ]; then
  begin "cluster: Slurm on two hosts"
  start_bed
  on_two_hosts "$file" >"$folder/$document.xml"
  file=$folder/$document.xml
  end "$slurm_conf"
fi

begin "service: queue, staging gateway, SOAP and pages"
service_port=$(free_port)
callback_port=$(free_port)
write_configuration
prepare_home "$home"
service_command "$home"
"${service[@]}" >>"$log" 2>&1 </dev/null &
service_pid=$!
await_port "$service_port" "$service_pid" || fail "the service did not start" "$(tail -n 20 "$log")"
until [ -r "$home/profile" ]; do sleep 0.1; done
end "https://127.0.0.1:$service_port"

if [ "$document" = bank-var ]; then
  begin "template bank VaR: desk, horizon, levels"
  template=$(demo_java template "$home" "https://127.0.0.1:$service_port" "$file" 2>>"$log") || fail "the template could not be made" "$(tail -n 20 "$log")"
  end
fi

begin "submit deploy/demo/$document.xml over SOAP and TLS"
token=$(slipway submit "$file")
end "token $token"

printf '\n'
slipway watch "$token"

# A document of a Value-at-Risk must store figures, which are shown. Other documents show their output.
if [[ $document = *-var ]]; then
  printf '\nStored by the job, read back from SQL:\n'
  if [ "$document" = bank-var ]; then figures=bank-figures; else figures=figures; fi
  demo_java "$figures" "$folder/risk" "$token"
elif [ "$document" = market-chain ]; then
  printf '\nStored by the job, read back from SQL, and proven from its message store:\n'
  market_figures
elif [ "$document" = trading-day ]; then
  printf '\nWritten by the program:\n'
  slipway output "$token"
  printf '\nStored by the job, read back from SQL, and held against the morning account by account:\n'
  demo_java trading-day-figures "$folder/risk" "$token"
elif [ "$document" = turbulence ]; then
  printf '\nWritten by the program:\n'
  slipway output "$token"
  printf '\nStored by the job, read back from SQL:\n'
  demo_java turbulence-figures "$folder/risk" "$token"
else
  printf '\nWritten by the program:\n'
  slipway output "$token"
fi

if [ -n "$slurm" ]; then
  printf '\nRun by Slurm, which knows the job by its token:\n'
  bed_jobs
fi

if [ -n "$stay" ]; then
  printf '\n'
  if [ "$document" = bank-var ]; then
    begin "new market data: noon of the next day"
    quietly "$log" demo_java noon "$folder/risk"
    end
  fi
  leave_to_look_at
  cat <<TEXT

The service stays up at https://127.0.0.1:$service_port until Ctrl-C here, or from elsewhere: kill $$
  pages     https://127.0.0.1:$service_port/ui/jobs/$token
${template:+  template  $template   the same holdings on the new market data; then compare the two jobs
}  user      operator, password in $home/operator.password
  trust     $home/ca.pem
  toolkit   SLIPWAY_PROFILE=$home/profile ./slipway status $token
${slurm_conf:+  cluster   SLURM_CONF=$slurm_conf squeue
}  workflow  deploy/demo/var_workflow.py --endpoint https://127.0.0.1:$service_port/services/jobs --ca $home/ca.pem --user operator \\
              --password-file $home/operator.password --listen 127.0.0.1:$callback_port --limit 1000000 deploy/demo/equity-var.xml

$(where_to_look)
TEXT
  # Ctrl-C is the intended end.
  trap 'exit 0' INT TERM
  wait "$service_pid" || fail "the service ended by itself" "$(tail -n 20 "$log")"
fi
