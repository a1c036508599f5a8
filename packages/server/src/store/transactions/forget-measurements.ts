import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

type Params = { minutes: number; before: number; limit: number };

const forgetOldest = statement<Params>()(({ db, param }) =>
  db.deleteFrom('measurement').where(
    (eb) => eb.refTuple('site_id', 'minutes', 'slot_at'),
    'in',
    (eb) =>
      eb
        .selectFrom('measurement')
        .select(['site_id', 'minutes', 'slot_at'])
        .where('minutes', '=', param('minutes'))
        .where('slot_at', '<', param('before'))
        .orderBy('slot_at')
        .limit(param('limit'))
        .$asTuple('site_id', 'minutes', 'slot_at'),
  ),
);

/** Lets go of some of the oldest means: a small step, so that nobody waits for it. */
export async function forgetMeasurements(tx: Tx, input: Params): Promise<void> {
  await tx.run(forgetOldest, input);
}

const firstOld = statement<{ minutes: number; before: number }>()(({ db, param }) =>
  db
    .selectFrom('measurement')
    .select('slot_at')
    .where('minutes', '=', param('minutes'))
    .where('slot_at', '<', param('before'))
    .limit(1),
);

/** Whether there are any: a write that finds nothing costs a commit all the same. */
export async function hasOldMeasurements(tx: Tx, input: { minutes: number; before: number }): Promise<boolean> {
  return (await tx.first(firstOld, input)) !== undefined;
}
