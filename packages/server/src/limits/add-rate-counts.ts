import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { WindowCounts } from './counts-of.ts';

const MINUTES_KEPT = 2;

const addCount = statement<{ minute: number; key: string; count: number }>()(({ db, param }) =>
  db
    .insertInto('rate_count')
    .values({ minute: param('minute'), key: param('key'), count: param('count') })
    .onConflict((conflict) =>
      conflict
        .columns(['minute', 'key'])
        .doUpdateSet((eb) => ({ count: eb('rate_count.count', '+', eb.ref('excluded.count')) })),
    )
    .returning('count'),
);

const forgetCounts = statement<{ before: number }>()(({ db, param }) =>
  db.deleteFrom('rate_count').where('minute', '<', param('before')),
);

/** Adds what one node counted; resolves with what all counted together. */
export const addRateCounts = defineWrite({
  name: 'addRateCounts',
  record: 'not recorded: counts that end within a minute, or a day',
  run: async (tx: Tx, { minute, at, counts }: WindowCounts): Promise<WindowCounts> => {
    const totals: { key: string; count: number }[] = [];
    // In one order on all nodes, so that none waits for another that waits for it.
    for (const { key, count } of counts.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
      const row = await tx.first(addCount, { minute, key, count });
      totals.push({ key, count: row?.count ?? count });
    }
    await tx.run(forgetCounts, { before: at - MINUTES_KEPT });
    return { minute, at, counts: totals };
  },
});
