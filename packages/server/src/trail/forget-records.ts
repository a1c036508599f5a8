import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendRecord, lockHead, LOG } from './append-record.ts';
import type { Forgetting } from '../platform/loops/forget-old.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
const MOST_AT_ONCE = 10_000;

const oldest = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('audit_record').select('at').orderBy('sequence').limit(1),
);

// The log keeps its last record, however old it is.
const lastBefore = statement<{ before: number; most: number }>()(({ db, param }) =>
  db
    .selectFrom('audit_record')
    .select(['sequence', 'hash'])
    .where('at', '<', param('before'))
    .where('sequence', '<=', (eb) =>
      eb.selectFrom('audit_record').select((of) => of(of.fn.min('sequence'), '+', param('most')).as('upTo')),
    )
    .orderBy('sequence', 'desc')
    .limit(1),
);

const deleteUpTo = statement<{ sequence: number }>()(({ db, param }) =>
  db.deleteFrom('audit_record').where('sequence', '<=', param('sequence')),
);

const moveBegin = statement<{ sequence: number; hash: string }>()(({ db, param }) =>
  db.updateTable('audit_head').set({ forgotten_sequence: param('sequence'), forgotten_hash: param('hash') }),
);

// It has no use without what it is about, and no table keeps that for longer.
const forgetActing = statement<{ before: number }>()(({ db, param }) =>
  db.deleteFrom('acting').where('at', '<', param('before')),
);

/** Deletes what is old, and records it: a log that begins late says itself that it may. */
export const forgetRecords = defineWrite({
  name: 'forgetRecords',
  only: 'chosen',
  record: 'by itself: the log says what it no longer has',
  run: async (tx: Tx, { before }: { readonly before: number }): Promise<void> => {
    await lockHead(tx);
    const last = await tx.first(lastBefore, { before, most: MOST_AT_ONCE });
    if (last === undefined) return;
    await appendRecord(tx, { action: 'audit.forgotten', subject: LOG, after: last });
    await tx.run(deleteUpTo, { sequence: last.sequence });
    await tx.run(forgetActing, { before });
    await tx.run(moveBegin, last);
  },
});

export interface RecordForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly keptMs: number;
}

/** Once a day at most, for each time leaves a record. */
export function forgetOldRecords({ store, now, keptMs }: RecordForgetting): Forgetting {
  return async () => {
    const before = now() - keptMs;
    const first = await store.read((tx: Tx) => tx.first(oldest, {}), {});
    if (first === undefined || first.at >= before - DAY_MS) return false;
    await store.write(forgetRecords, { before });
    return true;
  };
}
