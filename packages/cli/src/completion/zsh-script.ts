import { bashFunctions } from './bash-script.ts';
import type { Place } from './places-in.ts';

/** Completion for zsh, by its own reading of the functions for bash. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef setpoint
# Completion of setpoint for zsh. Written by: setpoint completion zsh
autoload -U +X bashcompinit && bashcompinit
${bashFunctions(places)}
complete -o default -F _setpoint setpoint`;
}
