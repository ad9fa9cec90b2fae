# Sourced by demo.sh: what a demo that stays leaves to look at. All of it comes from the document of the equity desk.

# shellcheck shell=bash disable=SC2154

# equity_var NAME SCENARIOS HORIZON: prints a small Value-at-Risk of the equity desk as a job document.
equity_var() {
  sed -e "s|>equity-var<|>$1<|; s|>10-day VaR of the equity desk, 10,000 scenarios<|>VaR of the equity desk<|" \
    -e "s|>10000<|>$2<|; s|>10<|>$3<|" "$demos/equity-var.xml" |
    if [ -n "$slurm" ]; then on_two_hosts /dev/stdin; else cat; fi
}

# Prints the same for four horizons, as a sweep.
horizons() {
  equity_var equity-horizons 2000 10 | sed '/<\/jsdl:JobDefinition>/d'
  cat <<'XML'
  <sweep:Sweep xmlns:sweep="http://schemas.ogf.org/jsdl/2009/03/sweep"
               xmlns:f="http://schemas.ogf.org/jsdl/2009/03/sweep/functions">
    <sweep:Assignment>
      <sweep:DocumentNode><sweep:Match>//posix:Argument[10]</sweep:Match></sweep:DocumentNode>
      <f:Values><f:Value>1</f:Value><f:Value>5</f:Value><f:Value>10</f:Value><f:Value>20</f:Value></f:Values>
    </sweep:Assignment>
  </sweep:Sweep>
</jsdl:JobDefinition>
XML
}

# Makes a template and a schedule, and submits a sweep and a job that fails. Sets schedule, sweep and failed.
leave_to_look_at() {
  begin "a template, a schedule, a sweep and a job that fails"
  # shellcheck disable=SC2016
  equity_var "equity VaR" '${scenarios}' '${horizon}' |
    slipway template create - --shared --description "Value-at-Risk of the equity desk" \
      --blank scenarios:number:1000..1000000=2000 --label scenarios=Scenarios \
      --blank horizon:number:1..250=10 --label horizon="Horizon in trading days" >>"$log"
  schedule=$(slipway schedule create "equity VaR" --set horizon=1 --at 07:30 --days mon-fri 2>>"$log")
  slipway schedule run "$schedule" >>"$log"
  sweep=$(horizons | slipway submit - 2>>"$log")
  failed=$(equity_var equity-misspelt 2000 10 | sed 's|FROM risk.book |FROM risk.boook |' | slipway submit -)
  end
}

# Prints where all of it is.
where_to_look() {
  local pages=https://127.0.0.1:$service_port/ui
  printf 'To look at, beside the job, with SLIPWAY_PROFILE=%s/profile:\n' "$home"
  printf '  %-9s %-16s  %-42s %s\n' \
    template 'equity VaR' './slipway template show "equity VaR"' "$pages/templates" \
    schedule 'working days' './slipway schedule show "equity VaR"' "$pages/schedules/$schedule" \
    sweep 'four horizons' "./slipway list --group ${sweep:0:8}" "$pages/jobs/$sweep" \
    failure 'a misspelt table' "./slipway explain ${failed:0:8}" "$pages/jobs/$failed"
}
