import { findPair, namesOfPair, type PairName } from '@setpoint/contract';

/** A hold on one site; null stands for any asset or client. */
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

/** Since when a command has been held, by the oldest hold on it; null if there is none. */
export function heldSince(holds: readonly SiteHold[], command: OwnedPair): number | null {
  const covering = holds.filter((hold) => isCovered(hold, command));
  return covering.length === 0 ? null : Math.min(...covering.map(({ heldAt }) => heldAt));
}

function isCovered({ asset, clientId }: SiteHold, command: OwnedPair): boolean {
  if (asset !== null && asset !== namesOfPair(command.pair).asset) return false;
  if (clientId !== null && clientId !== command.clientId) return false;
  return isHoldable(command.pair);
}

/** Limits and curtailment stay: without them a site would have more freedom, not be stopped. */
export function isHoldable(pair: PairName): boolean {
  return findPair(pair)?.row.bounds !== true;
}
