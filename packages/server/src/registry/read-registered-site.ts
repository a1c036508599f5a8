import type { SiteId } from '@setpoint/contract';
import { appliedVersionOf, type KnownTrouble, revisionOf, seesUntil } from '@setpoint/core';
import { troublesOf } from '../sites/troubles-of.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A site as the registry has it, and what says how it is. */
export interface StoredRegistration {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly timeZone: string;
  readonly notes: string;
  readonly holdSeconds: number | null;
  readonly createdAt: number;
  readonly version: number;
  readonly appliedVersion: number | null;
  /** Up to when the controller was told what is set. */
  readonly seesUntil: number;
  /** How many commands its controller does not carry out. */
  readonly rejections: number;
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly clockOffsetMs: number | null;
  readonly protocolErrorAt: number | null;
  readonly troubles: readonly KnownTrouble[];
  readonly isHeld: boolean;
}

/** What registrations are read of, for each statement that picks some. */
export const registrations = ({ db }: Pick<Building<never>, 'db'>) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site.site_id', 'site_name', 'time_zone', 'notes', 'hold_seconds', 'created_at'])
    .select([
      'version',
      'state_hash as hash',
      'epoch',
      'revision',
      'rejected',
      'reported_at',
      'disconnected_at',
      'clock_offset_ms',
      'protocol_error_at',
      'troubles',
    ])
    .select((eb) =>
      eb
        .selectFrom('site_hold')
        .select('hold_id')
        .whereRef('site_hold.site_id', '=', 'site.site_id')
        .limit(1)
        .as('hold_id'),
    );

const registrationOf = statement<{ siteId: string }>()(({ db, param }) =>
  registrations({ db }).where('site.site_id', '=', param('siteId')),
);

export async function readRegisteredSite(
  tx: Tx,
  { siteId }: { siteId: SiteId },
): Promise<StoredRegistration | undefined> {
  const row = await tx.first(registrationOf, { siteId });
  return row === undefined ? undefined : registrationFromRow(row);
}

interface RegistrationRow {
  readonly site_id: string;
  readonly site_name: string;
  readonly time_zone: string;
  readonly notes: string;
  readonly hold_seconds: number | null;
  readonly created_at: number;
  readonly version: number;
  readonly hash: string;
  readonly epoch: number;
  readonly revision: string | null;
  readonly rejected: string | null;
  readonly reported_at: number | null;
  readonly disconnected_at: number | null;
  readonly clock_offset_ms: number | null;
  readonly protocol_error_at: number | null;
  readonly troubles: string | null;
  readonly hold_id: string | null;
}

export function registrationFromRow(row: RegistrationRow): StoredRegistration {
  return {
    siteId: row.site_id as SiteId,
    siteName: row.site_name,
    timeZone: row.time_zone,
    notes: row.notes,
    holdSeconds: row.hold_seconds,
    createdAt: row.created_at,
    version: row.version,
    appliedVersion: appliedVersionOf(row.revision, revisionOf(row)),
    seesUntil: seesUntil(row.revision ?? ''),
    rejections: row.rejected === null || row.rejected === '[]' ? 0 : (JSON.parse(row.rejected) as unknown[]).length,
    reportedAt: row.reported_at,
    disconnectedAt: row.disconnected_at,
    clockOffsetMs: row.clock_offset_ms,
    protocolErrorAt: row.protocol_error_at,
    troubles: troublesOf(row.troubles),
    isHeld: row.hold_id !== null,
  };
}
