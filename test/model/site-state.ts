import type { Command, Entry } from './is-schedule-request.ts';

/** What is set on one site: the pair, written `asset/type`, to its entries. */
export type SiteState = ReadonlyMap<string, readonly Entry[]>;

export function pairOf({ asset, type }: { readonly asset: string; readonly type: string }): string {
  return `${asset}/${type}`;
}

export function entriesOf(state: SiteState, pair: string): readonly Entry[] {
  return state.get(pair) ?? [];
}

export function applyCommands(state: SiteState, commands: readonly Command[]): SiteState {
  const after = new Map(state);
  for (const command of commands) {
    after.set(pairOf(command), command.entries);
    // Set or cleared, naming one of the two battery commands always leaves the other one empty.
    if (pairOf(command) === 'bess/activePowerkW') after.set('bess/optimalSocPcnt', []);
    if (pairOf(command) === 'bess/optimalSocPcnt') after.set('bess/activePowerkW', []);
  }
  return after;
}
