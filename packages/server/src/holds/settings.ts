import type { Shares } from '../limits/shares.ts';

export interface HoldSettings {
  /** How many open holds a client may have that is no operator. */
  readonly mostOpen: number;
}

export function readHoldSettings(shares: Shares): HoldSettings {
  return { mostOpen: shares['client-open-holds'] };
}
