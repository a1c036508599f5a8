import type { SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** A site as the registry has it, without its state. */
export interface StoredRegistration {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly timeZone: string;
  readonly createdAt: number;
}

const registrationOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select(['site_id', 'site_name', 'time_zone', 'created_at'])
    .where('site_id', '=', param('siteId')),
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
  readonly created_at: number;
}

export function registrationFromRow(row: RegistrationRow): StoredRegistration {
  return {
    siteId: row.site_id as SiteId,
    siteName: row.site_name,
    timeZone: row.time_zone,
    createdAt: row.created_at,
  };
}
