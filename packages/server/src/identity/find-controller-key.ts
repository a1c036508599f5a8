import type { SiteId } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A key that is live, and whose site it is. */
export interface FoundKey {
  readonly keyId: string;
  readonly siteId: SiteId;
  readonly keyHash: string;
  readonly lastUsedAt: number | null;
  readonly endsAt: number;
}

const keyByHash = statement<{ keyHash: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('controller_key')
    .select(['key_id', 'site_id', 'key_hash', 'last_used_at', 'ends_at'])
    .where('key_hash', '=', param('keyHash'))
    .where(inForce(dialect, 'ends_at')),
);

const keyById = statement<{ keyId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('controller_key')
    .select('site_id')
    .where('key_id', '=', param('keyId'))
    .where(inForce(dialect, 'ends_at')),
);

export async function findControllerKey(tx: Tx, { keyHash }: { keyHash: string }): Promise<FoundKey | undefined> {
  const row = await tx.first(keyByHash, { keyHash });
  if (row === undefined) return undefined;
  return {
    keyId: row.key_id,
    siteId: row.site_id as SiteId,
    keyHash: row.key_hash,
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
  };
}

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('siteId')),
);

export async function findSite(tx: Tx, { siteId }: { siteId: SiteId }): Promise<SiteId | undefined> {
  return (await tx.first(siteById, { siteId }))?.site_id as SiteId | undefined;
}

export async function isKeyLive(tx: Tx, { keyId }: { keyId: string }): Promise<boolean> {
  return (await tx.first(keyById, { keyId })) !== undefined;
}
