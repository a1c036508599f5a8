import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import { thumbprintsOf } from './thumbprints-of.ts';

/** A key that is live, and whose site it is. */
export interface FoundKey {
  readonly keyId: string;
  readonly siteId: SiteId;
  readonly keyHash: string;
  readonly lastUsedAt: number | null;
  readonly endsAt: number;
  /** Separated by spaces. */
  readonly thumbprints: string;
}

const keyByHash = readBy('controller_key', { key: ['keyHash'], until: 'endsAt' }, [
  'keyId',
  'siteId',
  'keyHash',
  'lastUsedAt',
  'endsAt',
  'thumbprints',
]);

const keyById = readBy('controller_key', { key: ['keyId'], until: 'endsAt' }, ['thumbprints']);

export async function findControllerKey(tx: Tx, { keyHash }: { keyHash: string }): Promise<FoundKey | undefined> {
  const row = await tx.first(keyByHash, { keyHash });
  return row === undefined ? undefined : { ...row, siteId: row.siteId as SiteId };
}

interface UsedKey {
  readonly keyId: string;
  readonly thumbprint?: string | undefined;
}

/** Whether a key is still good on a connection that was let in with it, and with the certificate of this thumbprint. */
export async function isKeyLive(tx: Tx, { keyId, thumbprint }: UsedKey): Promise<boolean> {
  const row = await tx.first(keyById, { keyId });
  if (row === undefined) return false;
  const bound = thumbprintsOf(row.thumbprints);
  return bound.length === 0 || (thumbprint !== undefined && bound.includes(thumbprint));
}
