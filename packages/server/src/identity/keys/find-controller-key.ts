import type { SiteId } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

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
    .select(fields('keyId', 'siteId', 'keyHash', 'lastUsedAt', 'endsAt'))
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
  return row === undefined ? undefined : { ...row, siteId: row.siteId as SiteId };
}

export async function isKeyLive(tx: Tx, { keyId }: { keyId: string }): Promise<boolean> {
  return (await tx.first(keyById, { keyId })) !== undefined;
}
