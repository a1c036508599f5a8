import type { Place } from './places-in.ts';

/** Completion for bash, from 3.2 on: no associative arrays. */
export function bashScript(places: readonly Place[]): string {
  return `# Completion of setpoint for bash. Written by: setpoint completion bash
${bashFunctions(places)}
complete -o default -F _setpoint setpoint`;
}

/** The same without what is particular to bash; zsh runs them too. */
export function bashFunctions(places: readonly Place[]): string {
  const words = places.map(({ path, commands, options, choices }) => {
    const all = [...commands.map(({ name }) => name), ...choices, ...options.map(({ flag }) => flag)];
    return `    '${path}') echo '${all.join(' ')}' ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.flatMap(({ flag, choices }) =>
      choices.length === 0 ? [] : [`    '${path} ${flag}') echo '${choices.join(' ')}' ;;`],
    ),
  );
  const files = places.flatMap(({ path, options }) =>
    options.flatMap(({ flag, takesValue, choices }) =>
      takesValue && choices.length === 0 ? [`'${path} ${flag}'`] : [],
    ),
  );
  return `_setpoint_words() {
  case "$1" in
${words.join('\n')}
    *) return 1 ;;
  esac
}

_setpoint_values() {
  case "$1" in
${values.join('\n')}
  esac
}

_setpoint_takes_value() {
  case "$1" in
    ${files.join('|')}) return 0 ;;
  esac
  return 1
}

_setpoint() {
  local cur prev at word values i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  at=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if _setpoint_words "\${at:+$at }$word" > /dev/null; then at="\${at:+$at }$word"; fi
  done
  COMPREPLY=()
  # Left to the shell, which completes files.
  if _setpoint_takes_value "$at $prev"; then return; fi
  values="$(_setpoint_values "$at $prev")"
  if [ -z "$values" ]; then values="$(_setpoint_words "$at")"; fi
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
}`;
}
