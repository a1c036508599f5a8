import { findPair, namesOfPair, type PairName } from '@setpoint/contract';

/** A hold as it lies on one site; null covers any. */
export interface SiteHold {
  readonly asset: string | null;
  readonly clientId: string | null;
  readonly heldAt: number;
}

/** A pair that is set, and the client that set it last. */
export interface OwnedPair {
  readonly pair: PairName;
  readonly clientId: string;
}

/** Since when a command is held, by the hold that has lasted longest; null when nothing holds it. */
export function heldSince(holds: readonly SiteHold[], command: OwnedPair): number | null {
  const covering = holds.filter((hold) => isCovered(hold, command));
  return covering.length === 0 ? null : Math.min(...covering.map(({ heldAt }) => heldAt));
}

function isCovered({ asset, clientId }: SiteHold, command: OwnedPair): boolean {
  if (asset !== null && asset !== namesOfPair(command.pair).asset) return false;
  if (clientId !== null && clientId !== command.clientId) return false;
  return isHoldable(command.pair);
}

/** Without its limits and its curtailment a site would be freer than before, not stopped. */
export function isHoldable(pair: PairName): boolean {
  return findPair(pair)?.row.bounds !== true;
}
