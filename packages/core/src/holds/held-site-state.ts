import type { HeldSiteStateName } from '@setpoint/contract';

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
