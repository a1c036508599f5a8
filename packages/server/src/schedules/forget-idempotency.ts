import { forgetting } from '../platform/loops/forgetting.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const forgetOldest = statement<{ before: number; limit: number }>()(({ db, param }) =>
  db.deleteFrom('idempotency').where(
    (eb) => eb.refTuple('client_id', 'key'),
    'in',
    (eb) =>
      eb
        .selectFrom('idempotency')
        .select(['client_id', 'key'])
        .where('created_at', '<', param('before'))
        .orderBy('created_at')
        .limit(param('limit'))
        .$asTuple('client_id', 'key'),
  ),
);

/** Deletes some of the keys that were used long ago: a small step, so that nobody waits for it. */
export const forgetIdempotency = defineWrite({
  name: 'forgetIdempotency',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, input: { before: number; limit: number }): Promise<void> => {
    await tx.run(forgetOldest, input);
  },
});

const firstOld = statement<{ before: number }>()(({ db, param }) =>
  db.selectFrom('idempotency').select('key').where('created_at', '<', param('before')).limit(1),
);

/** Whether there are any: a write that finds nothing costs a commit all the same. */
async function hasOldIdempotency(tx: Tx, input: { before: number }): Promise<boolean> {
  return (await tx.first(firstOld, input)) !== undefined;
}

/** Idempotency keys, counted from their request. */
export const forgetOldIdempotency = forgetting({ has: hasOldIdempotency, forget: forgetIdempotency, step: 1_000 });
