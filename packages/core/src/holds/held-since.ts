import { findPair, type HeldSiteStateName, namesOfPair, type PairName } from '@setpoint/contract';

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

export interface HeldSiteFacts {
  /** The version of the site's schedule that first was without what is held. */
  readonly heldVersion: number;
  /** The version its controller reported last; null for none of this schedule. */
  readonly appliedVersion: number | null;
  readonly isOnline: boolean;
}

/** How far a hold has come on one site. Who cannot be reached is not stopped, whatever is set here. */
export function heldSiteState({ heldVersion, appliedVersion, isOnline }: HeldSiteFacts): HeldSiteStateName {
  if (appliedVersion !== null && appliedVersion >= heldVersion) return 'confirmed';
  return isOnline ? 'waiting' : 'not_stopped';
}

export interface HoldOwner {
  readonly madeBy: string;
}

/** Who made a hold may let it go, and any operator may. */
export function mayRelease({ madeBy }: HoldOwner, caller: { clientId: string; isOperator: boolean }): boolean {
  return caller.isOperator || caller.clientId === madeBy;
}
