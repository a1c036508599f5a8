import { fields } from '../../store/fields.ts';
import type { SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';

/** A stretch as it is stored, with the instant from which it is known. */
export interface KnownMembership extends Membership {
  readonly siteId: SiteId;
  readonly knownFrom: number;
}

/** What to select of it. */
export const KNOWN = [
  ...fields('pool_member.siteId', 'role', 'rank', 'rampKwPerSecond', 'knownFrom'),
  'valid_from as from',
  'valid_to as to',
] as const;

export function knownFromRow<Row extends { readonly siteId: string }>(row: Row): Row & { readonly siteId: SiteId } {
  return { ...row, siteId: row.siteId as SiteId };
}
