import { forgetting } from '../platform/loops/forgetting.ts';
import { removeBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

type Old = { before: number; limit: number };

// A hold that still lies on a site is not over, whenever it was released.
const oldHolds = statement<Old>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select('hold_id')
    .where('released_at', '<', param('before'))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('site_hold').select('site_id').whereRef('site_hold.hold_id', '=', 'hold.hold_id')),
      ),
    )
    .orderBy('released_at')
    .limit(param('limit')),
);

const deleteHold = removeBy('hold', ['holdId']);

/** Removes some of the holds that were released before an instant. */
export const forgetHolds = defineWrite({
  name: 'forgetHolds',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, input: Old): Promise<void> => {
    for (const { hold_id: holdId } of await tx.all(oldHolds, input)) await tx.run(deleteHold, { holdId });
  },
});

/** Whether there is one to remove. */
export async function hasOldHolds(tx: Tx, { before }: { before: number }): Promise<boolean> {
  return (await tx.first(oldHolds, { before, limit: 1 })) !== undefined;
}

/** Holds, counted from their release. */
export const forgetOldHolds = forgetting({ has: hasOldHolds, forget: forgetHolds, step: 1_000 });
