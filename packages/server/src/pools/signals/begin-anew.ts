import { LIMITS, type PoolId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { renameActing } from '../../trail/rename-acting.ts';
import { lockPool } from '../steps/lock-pool.ts';

type OfPool = { poolId: string; from: number };

const lastEndOf = statement<OfPool>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select((eb) => eb.fn.max('valid_until').as('endsAt'))
    .where('pool_id', '=', param('poolId'))
    .where('sequence', '>=', param('from')),
);

const spentSequences = statement<OfPool>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select('sequence')
    .distinct()
    .where('pool_id', '=', param('poolId'))
    .where('sequence', '>=', param('from'))
    .where('holding', 'is', null)
    .orderBy('sequence'),
);

const lastBelow = statement<OfPool>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('pool_id', '=', param('poolId'))
    .where('sequence', '<', param('from')),
);

const renumber = statement<OfPool & { by: number; holding: number }>()(({ db, param }) =>
  db
    .updateTable('pool_tick')
    .set((eb) => ({
      sent: eb.fn.coalesce('sent', 'sequence'),
      holding: param('holding'),
      sequence: eb('sequence', '-', param('by')),
    }))
    .where('pool_id', '=', param('poolId'))
    .where('sequence', '>=', param('from'))
    .where('holding', 'is', null),
);

const SPENT = LIMITS.maxSequence;
// None that anybody takes: they begin with 1.
const SEAT_BEFORE_ALL = 0;
// A clock that is behind by more takes no part.
const CLOCKS_MS = LIMITS.maxSignalAgeSeconds * 1_000;

/** When no site follows an order any more that has one of the highest numbers: it would take none with a lower one before. */
export async function endOfSpent(tx: Tx, { poolId }: { readonly poolId: PoolId }): Promise<number> {
  const row = await tx.first(lastEndOf, { poolId, from: SPENT });
  return (row?.endsAt ?? 0) + CLOCKS_MS;
}

//  sequence   7 · · · · · · · · · 2^53-1         no order can come after that
//             7 8 (sent: 2^53-1) 9 10 …
/** Moves the divisions with the highest numbers down to those before, once all of their orders have ended. */
export const beginAnew = defineWrite({
  name: 'beginAnew',
  record: 'not recorded: signals are kept with who sent them',
  run: async (tx: Tx, { poolId, now }: { readonly poolId: PoolId; readonly now: number }): Promise<void> => {
    await lockPool(tx, poolId);
    if ((await endOfSpent(tx, { poolId })) > now) return;
    const spent = await tx.all(spentSequences, { poolId, from: SPENT });
    const [first] = spent;
    if (first === undefined) return;
    const below = await tx.first(lastBelow, { poolId, from: SPENT });
    const by = first.sequence - (below?.sequence ?? -1) - 1;
    for (const { sequence } of spent) {
      await renameActing(tx, { deedId: `${poolId}/${sequence}`, to: `${poolId}/${sequence - by}` });
    }
    await tx.run(renumber, { poolId, from: SPENT, by, holding: SEAT_BEFORE_ALL });
  },
});
