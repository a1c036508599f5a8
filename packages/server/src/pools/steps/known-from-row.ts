import type { MemberRoleName, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';

/** A stretch as it is stored, with the instant from which it is known. */
export interface KnownMembership extends Membership {
  readonly siteId: SiteId;
  readonly knownFrom: number;
}

interface MemberRow {
  readonly site_id: string;
  readonly valid_from: number;
  readonly valid_to: number;
  readonly role: MemberRoleName;
  readonly rank: number;
  readonly ramp_kw_per_second: number | null;
  readonly known_from: number;
}

export function knownFromRow(row: MemberRow): KnownMembership {
  return {
    siteId: row.site_id as SiteId,
    from: row.valid_from,
    to: row.valid_to,
    role: row.role,
    rank: row.rank,
    rampKwPerSecond: row.ramp_kw_per_second,
    knownFrom: row.known_from,
  };
}
