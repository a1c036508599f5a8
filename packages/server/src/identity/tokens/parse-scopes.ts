import { isScope, type Scope } from '@setpoint/contract';

/** The scopes that a text separated by spaces names; what is no scope of ours is passed over. */
export function parseScopes(text: string): ReadonlySet<Scope> {
  return new Set(text.split(' ').filter(isScope));
}
