import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { forgetRows } from '../../platform/loops/forgetting.ts';
import { readBy } from '../../store/fields.ts';
import { insert } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';

/** A caller's wish that one key shall have one effect. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly requestHash: string;
}

type Found =
  | {
      readonly kind: 'replayed';
      readonly batchId: BatchId;
      readonly accepted: number;
      readonly version: number;
      readonly dropped?: number;
    }
  | { readonly kind: 'key_reused' };

interface Claimant {
  readonly clientId: ClientId;
  readonly siteId: SiteId;
}

const byKey = readBy(
  'idempotency',
  ['clientId', 'key'],
  ['siteId', 'requestHash', 'batchId', 'accepted', 'version', 'dropped'],
);

const keep = insert('idempotency', [
  'clientId',
  'key',
  'siteId',
  'requestHash',
  'batchId',
  'accepted',
  'version',
  'dropped',
  'createdAt',
]);

/** What a key was used for before, if anything. */
export async function findIdempotent(tx: Tx, by: Claimant, claim: IdempotencyClaim): Promise<Found | undefined> {
  const row = await tx.first(byKey, { clientId: by.clientId, key: claim.key });
  if (row === undefined) return undefined;
  if (row.siteId !== by.siteId || row.requestHash !== claim.requestHash) return { kind: 'key_reused' };
  const first = { batchId: row.batchId as BatchId, accepted: row.accepted, version: row.version };
  return { kind: 'replayed', ...first, ...(row.dropped === null ? {} : { dropped: row.dropped }) };
}

interface Kept extends Claimant {
  readonly batchId: BatchId;
  readonly accepted: number;
  readonly version: number;
  readonly dropped?: number | undefined;
  readonly now: number;
}

/** Notes what a key did, in the transaction that does it. */
export async function keepIdempotent(tx: Tx, kept: Kept, claim: IdempotencyClaim): Promise<void> {
  const { clientId, siteId, batchId, accepted, version, dropped = null, now } = kept;
  await tx.run(keep, { clientId, siteId, batchId, accepted, version, dropped, createdAt: now, ...claim });
}

/** Idempotency keys, counted from their request. */
export const forgetIdempotency = forgetRows('idempotency', { name: 'forgetIdempotency', by: 'createdAt', step: 1_000 });
