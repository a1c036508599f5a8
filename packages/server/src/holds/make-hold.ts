import type { ClientId, HoldId, SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { lockClient } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { isCallerKnown } from '../identity/find-client.ts';
import { holdSites } from './steps/hold-sites.ts';
import { recorded } from '../trail/recorded.ts';
import { holdRecord } from './hold-record.ts';

export interface MakeHoldInput {
  readonly holdId: HoldId;
  /** null for all sites. */
  readonly siteId: SiteId | null;
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
  | { readonly kind: 'client_missing' };

type HoldParams = {
  holdId: string;
  siteId: string | null;
  asset: string | null;
  clientId: string | null;
  reason: string | null;
  madeBy: string;
  isOperators: number;
  now: number;
  appliedAt: number | null;
};

const insertHold = statement<HoldParams>()(({ db, param }) =>
  db.insertInto('hold').values({
    hold_id: param('holdId'),
    site_id: param('siteId'),
    asset: param('asset'),
    client_id: param('clientId'),
    reason: param('reason'),
    made_by: param('madeBy'),
    is_operators: param('isOperators'),
    created_at: param('now'),
    applied_at: param('appliedAt'),
  }),
);

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('siteId')),
);

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

/** Makes a hold. On one site it lies at once; over all sites `carryHold` walks, from a note that outlasts a crash. */
export const makeHold = defineWrite({
  name: 'makeHold',
  site: ({ siteId }) => siteId ?? undefined,
  client: ({ madeBy }) => madeBy,
  run: recorded(
    { ...holdRecord, action: 'hold.made' },
    async (tx: Tx, input: MakeHoldInput): Promise<MakeHoldOutput> => {
      const { holdId, siteId, asset, clientId, now } = input;
      if (siteId !== null && (await tx.first(siteById, { siteId })) === undefined) return { kind: 'site_missing' };
      if (clientId !== null && !(await isCallerKnown(tx, { clientId }))) return { kind: 'client_missing' };
      if (await hasTooMany(tx, input)) return { kind: 'too_many' };
      const { reason, madeBy, isOperators } = input;
      await tx.run(insertHold, {
        holdId,
        siteId,
        asset,
        clientId,
        reason,
        madeBy,
        now,
        isOperators: isOperators ? 1 : 0,
        appliedAt: siteId === null ? null : now,
      });
      if (siteId !== null) await holdSites(tx, { holdId, from: siteId, to: siteId, now });
      return { kind: 'made' };
    },
  ),
});
