import { forgetting } from '../platform/loops/forgetting.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** How long events are kept. */
export const EVENTS_KEPT_MS = 14 * 86_400_000;

type Place = { epoch: number; tx: number; n: number };

const oldestRows = statement<{ limit: number }>()(({ db, param }) =>
  db
    .selectFrom('event')
    .select(['epoch', 'tx', 'n', 'at'])
    .orderBy('epoch')
    .orderBy('tx')
    .orderBy('n')
    .limit(param('limit')),
);

const deleteUpTo = statement<Place>()(({ db, param }) =>
  db
    .deleteFrom('event')
    .where((eb) => eb(eb.refTuple('epoch', 'tx', 'n'), '<=', eb.tuple(param('epoch'), param('tx'), param('n')))),
);

const noteForgotten = statement<Place>()(({ db, param }) =>
  db
    .updateTable('event_log')
    .set({ forgotten_epoch: param('epoch'), forgotten_tx: param('tx'), forgotten_n: param('n') }),
);

/** Deletes some of the oldest events, never the very last: the log counts on from it. */
export const forgetEvents = defineWrite({
  name: 'forgetEvents',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, { before, limit }: { before: number; limit: number }): Promise<void> => {
    const rows = await tx.all(oldestRows, { limit: limit + 1 });
    const young = rows.findIndex(({ at }) => at >= before);
    const last = rows.slice(0, young === -1 ? -1 : young).at(-1);
    if (last === undefined) return;
    const { epoch, tx: number, n } = last;
    await tx.run(deleteUpTo, { epoch, tx: number, n });
    await tx.run(noteForgotten, { epoch, tx: number, n });
  },
});

/** Whether there is something to delete. */
async function hasOldEvents(tx: Tx, { before }: { before: number }): Promise<boolean> {
  const [oldest, second] = await tx.all(oldestRows, { limit: 2 });
  return oldest !== undefined && second !== undefined && oldest.at < before;
}

/** Events, but for the last. */
export const forgetOldEvents = forgetting({ has: hasOldEvents, forget: forgetEvents, step: 2_000 });
