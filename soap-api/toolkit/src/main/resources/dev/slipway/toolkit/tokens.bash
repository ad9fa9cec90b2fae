
# Prints the tokens or ids of a list of the service: its first column. The answer is kept for ten seconds,
# even an empty one, so that a service that is away delays one completion only, by SLIPWAY_COMPLETION_SECONDS at most
# (3). The call has no terminal, so that it asks for no password. The shell evaluates the words of a completion. So only
# letters and digits pass, and no job's name can put a command there.
# Arguments: the command, the profile or an empty word, and the words of the list.
_slipway_tokens() {
  local folder=${XDG_CACHE_HOME:-$HOME/.cache}/slipway kept command=$1 profile=$2
  shift 2
  kept=$folder/tokens-${SLIPWAY_PROFILE//[^A-Za-z0-9]/_}-${profile//[^A-Za-z0-9]/_}-$1
  if [ ! -e "$kept" ] || [ $(($(date +%s) - $(stat -c %Y "$kept"))) -ge 10 ]; then
    (
      umask 077
      mkdir -p "$folder" &&
        setsid -w timeout "${SLIPWAY_COMPLETION_SECONDS:-3}" "$command" "$@" ${profile:+--profile "$profile"} </dev/null 2>/dev/null |
        awk 'NR > 1 { print $1 }' >"$kept.$$" &&
        mv "$kept.$$" "$kept"
    )
  fi
  LC_ALL=C grep -x '[0-9A-Za-z]*' "$kept" 2>/dev/null
}

# Completes as _complete_slipway does, and tokens or ids where a verb or --group takes them.
_slipway() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} i profile='' list=()
  COMPREPLY=()
  _complete_slipway
  for ((i = 1; i < COMP_CWORD; i++)); do
    [ "${COMP_WORDS[i]}" != --profile ] || profile=${COMP_WORDS[i + 1]}
  done
  if [ "$before" = --group ]; then
    list=(list --limit 200)
  elif [ "$COMP_CWORD" -ge 2 ] && [[ $word != -* ]]; then
    case "$verb ${COMP_WORDS[2]} " in
CASES
    esac
  fi
  if [ ${#list[@]} -gt 0 ]; then
    COMPREPLY+=($(compgen -W "$(_slipway_tokens "${COMP_WORDS[0]/#\~/$HOME}" "$profile" "${list[@]}")" -- "$word"))
  fi
}
complete -F _slipway -o default slipway
