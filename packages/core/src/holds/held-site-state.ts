import type { HeldSiteStateName } from '@setpoint/contract';

export interface HeldSiteFacts {
  /** The first version of the site's schedule without the held commands. */
  readonly heldVersion: number;
  /** The version its controller reported last; null if it is not a version of this schedule. */
  readonly appliedVersion: number | null;
  readonly isOnline: boolean;
}

/** How far a hold has come on one site. A site that is out of reach has not stopped, whatever is set here. */
export function heldSiteState({ heldVersion, appliedVersion, isOnline }: HeldSiteFacts): HeldSiteStateName {
  if (appliedVersion !== null && appliedVersion >= heldVersion) return 'confirmed';
  return isOnline ? 'waiting' : 'not_stopped';
}
