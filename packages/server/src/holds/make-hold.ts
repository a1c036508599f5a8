import type { ClientId, HoldId, PoolId, SiteId } from '@setpoint/contract';
import { insert } from '../store/put.ts';
import { findPool } from '../access/pools/find-pool.ts';
import { findSite } from '../access/sites/find-site.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockClient } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { isCallerKnown } from '../identity/find-client.ts';
import { holdSites } from './steps/hold-sites.ts';
import type { Done } from '../trail/deed.ts';
import { noteActing } from '../trail/note-acting.ts';
import { recorded } from '../trail/recorded.ts';
import { holdRecord } from './hold-record.ts';

export interface MakeHoldInput {
  readonly holdId: HoldId;
  /** null for more than one site. */
  readonly siteId: SiteId | null;
  /** Whose members are held; null or left out where it names no pool. */
  readonly poolId?: PoolId | null;
  readonly asset: string | null;
  /** null for what anybody set. */
  readonly clientId: ClientId | null;
  readonly reason: string | null;
  readonly madeBy: ClientId;
  readonly isOperators: boolean;
  readonly now: number;
  /** How many its maker may have open; left out, as for operators, any number. */
  readonly mostOpen?: number;
}

export type MakeHoldOutput =
  | { readonly kind: 'made' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'site_missing' }
  | { readonly kind: 'pool_missing' }
  | { readonly kind: 'client_missing' };

const insertHold = insert('hold', [
  'holdId',
  'siteId',
  'poolId',
  'asset',
  'clientId',
  'reason',
  'madeBy',
  'isOperators',
  'createdAt',
  'appliedAt',
]);

const openOfMaker = statement<{ madeBy: string }>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .where('made_by', '=', param('madeBy'))
    .where('released_at', 'is', null),
);

const openOnItself = statement<{ madeBy: string }>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select('hold_id')
    .where('made_by', '=', param('madeBy'))
    .where('client_id', '=', param('madeBy'))
    .where('released_at', 'is', null)
    .limit(1),
);

// However many it has, a client can stop all that it set itself: once.
async function hasTooMany(tx: Tx, { madeBy, clientId, mostOpen }: MakeHoldInput): Promise<boolean> {
  if (mostOpen === undefined) return false;
  await lockClient(tx, madeBy);
  const open = (await tx.first(openOfMaker, { madeBy }))?.holds ?? 0;
  if (open < mostOpen) return false;
  return clientId !== madeBy || (await tx.first(openOnItself, { madeBy })) !== undefined;
}

async function findMissing(tx: Tx, { siteId, poolId = null, clientId }: MakeHoldInput) {
  if (siteId !== null && (await findSite(tx, { siteId })) === undefined) return 'site_missing';
  if (poolId !== null && (await findPool(tx, { poolId })) === undefined) return 'pool_missing';
  if (clientId !== null && !(await isCallerKnown(tx, { clientId }))) return 'client_missing';
  return undefined;
}

/** Makes a hold. On one site it lies at once; over more `carryHoldStep` walks, from a note that outlasts a crash. */
export const makeHold = defineWrite({
  name: 'makeHold',
  usesReserve: true,
  site: ({ siteId }) => siteId ?? undefined,
  client: ({ madeBy }) => madeBy,
  isUrgent: ({ isOperators }) => isOperators,
  record: recorded({ ...holdRecord, action: 'hold.made' }),
  run: async (tx: Tx, input: MakeHoldInput & Done): Promise<MakeHoldOutput> => {
    const { holdId, siteId, poolId = null, asset, clientId, now } = input;
    const missing = await findMissing(tx, input);
    if (missing !== undefined) return { kind: missing };
    if (await hasTooMany(tx, input)) return { kind: 'too_many' };
    const { reason, madeBy, isOperators } = input;
    await tx.run(insertHold, {
      holdId,
      siteId,
      poolId,
      asset,
      clientId,
      reason,
      madeBy,
      createdAt: now,
      isOperators: isOperators ? 1 : 0,
      appliedAt: siteId === null ? null : now,
    });
    await noteActing(tx, { deedId: holdId, actor: input.by?.actor, now });
    if (siteId !== null) await holdSites(tx, { holdId, siteIds: [siteId], now });
    return { kind: 'made' };
  },
});
