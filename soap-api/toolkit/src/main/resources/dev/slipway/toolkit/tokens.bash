
# Prints the tokens of the newest jobs. The answer of the service is kept for ten seconds, also an empty one, so that a
# service that is away delays one completion only, by SLIPWAY_COMPLETION_SECONDS at most (3). The call has no terminal,
# so that it asks for no password. The shell evaluates the words of a completion. So only letters and digits pass, and
# no job's name can put a command there.
_slipway_tokens() {
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/slipway kept
  kept=$folder/tokens-${SLIPWAY_PROFILE//[^A-Za-z0-9]/_}-${2//[^A-Za-z0-9]/_}
  if [ ! -e "$kept" ] || [ $(($(date +%s) - $(stat -c %Y "$kept"))) -ge 10 ]; then
    (
      umask 077
      mkdir -p "$folder" &&
        setsid -w timeout "${SLIPWAY_COMPLETION_SECONDS:-3}" "$1" list --limit 200 ${2:+--profile "$2"} </dev/null 2>/dev/null |
        awk 'NR > 1 { print $1 }' >"$kept.$$" &&
        mv "$kept.$$" "$kept"
    )
  fi
  LC_ALL=C grep -x '[0-9A-Za-z]*' "$kept" 2>/dev/null
}

# Completes as _complete_slipway does, and tokens where a verb or --group takes them.
_slipway() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} i profile='' takes=''
  COMPREPLY=()
  _complete_slipway
  for ((i = 1; i < COMP_CWORD; i++)); do
    [ "${COMP_WORDS[i]}" != --profile ] || profile=${COMP_WORDS[i + 1]}
  done
  case "$verb ${COMP_WORDS[2]} " in
    VERBS) [ "$COMP_CWORD" -lt 2 ] || takes=yes ;;
  esac
  if [[ $before = --group || ( -n $takes && $word != -* ) ]]; then
    COMPREPLY+=($(compgen -W "$(_slipway_tokens "${COMP_WORDS[0]/#\~/$HOME}" "$profile")" -- "$word"))
  fi
}
complete -F _slipway -o default slipway
