import type { SiteId } from '@setpoint/contract';
import { appliedVersionOf, type KnownTrouble, revisionOf, seesUntil } from '@setpoint/core';
import { limitationsOf } from '../../delivery/stored-rejection.ts';
import { troublesOf } from '../../sites/troubles-of.ts';
import { fields } from '../../store/fields.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

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
  /** How many it serves in part only. */
  readonly limitations: number;
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
    .select(fields('site.siteId', 'siteName', 'timeZone', 'notes', 'holdSeconds', 'createdAt', 'version', 'epoch'))
    .select(fields('revision', 'rejected', 'limited', 'reportedAt', 'disconnectedAt', 'clockOffsetMs'))
    .select(fields('protocolErrorAt', 'troubles'))
    .select('state_hash as hash')
    .select((eb) =>
      eb
        .selectFrom('site_hold')
        .select('hold_id')
        .whereRef('site_hold.site_id', '=', 'site.site_id')
        .limit(1)
        .as('holdId'),
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

type RegistrationRow = NonNullable<(typeof registrationOf)['types']>['row'];

export function registrationFromRow(row: RegistrationRow): StoredRegistration {
  const { siteId, hash, epoch, revision, rejected, limited, troubles, holdId, ...rest } = row;
  return {
    ...rest,
    siteId: siteId as SiteId,
    appliedVersion: appliedVersionOf(revision, revisionOf({ epoch, version: rest.version, hash })),
    seesUntil: seesUntil(revision ?? ''),
    rejections: rejected === null || rejected === '[]' ? 0 : (JSON.parse(rejected) as unknown[]).length,
    limitations: limitationsOf(limited).length,
    troubles: troublesOf(troubles),
    isHeld: holdId !== null,
  };
}
