import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { statement } from '../../store/statement.ts';
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

const byKey = statement<{ clientId: string; key: string }>()(({ db, param }) =>
  db.selectFrom('idempotency').selectAll().where('client_id', '=', param('clientId')).where('key', '=', param('key')),
);

type KeepParams = {
  clientId: string;
  key: string;
  siteId: string;
  requestHash: string;
  batchId: string;
  accepted: number;
  version: number;
  dropped: number | null;
  now: number;
};

const keep = statement<KeepParams>()(({ db, param }) =>
  db.insertInto('idempotency').values({
    client_id: param('clientId'),
    key: param('key'),
    site_id: param('siteId'),
    request_hash: param('requestHash'),
    batch_id: param('batchId'),
    accepted: param('accepted'),
    version: param('version'),
    dropped: param('dropped'),
    created_at: param('now'),
  }),
);

/** What a key was used for before, if anything. */
export async function findIdempotent(tx: Tx, by: Claimant, claim: IdempotencyClaim): Promise<Found | undefined> {
  const row = await tx.first(byKey, { clientId: by.clientId, key: claim.key });
  if (row === undefined) return undefined;
  if (row.site_id !== by.siteId || row.request_hash !== claim.requestHash) return { kind: 'key_reused' };
  const first = { batchId: row.batch_id as BatchId, accepted: row.accepted, version: row.version };
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
  await tx.run(keep, { clientId, siteId, batchId, accepted, version, dropped, now, ...claim });
}
