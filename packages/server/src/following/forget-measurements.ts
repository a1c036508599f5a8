import { defineWrite } from '../store/define-write.ts';
import { type DialectName, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

type Params = { minutes: number; before: number; limit: number };

// On PostgreSQL the partitions go as a whole.
const tableIn = (dialect: DialectName) => (dialect === 'sqlite' ? 'measurement' : 'measurement_other');

const forgetOldest = statement<Params>()(({ db, dialect, param }) =>
  db.deleteFrom(tableIn(dialect)).where(
    (eb) => eb.refTuple('site_id', 'minutes', 'slot_at'),
    'in',
    (eb) =>
      eb
        .selectFrom(tableIn(dialect))
        .select(['site_id', 'minutes', 'slot_at'])
        .where('minutes', '=', param('minutes'))
        .where('slot_at', '<', param('before'))
        .orderBy('slot_at')
        .limit(param('limit'))
        .$asTuple('site_id', 'minutes', 'slot_at'),
  ),
);

/** Deletes some of the oldest means: a small step, so that nobody waits for it. */
export const forgetMeasurements = defineWrite({
  name: 'forgetMeasurements',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, input: Params): Promise<void> => {
    await tx.run(forgetOldest, input);
  },
});

const firstOld = statement<{ minutes: number; before: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom(tableIn(dialect))
    .select('slot_at')
    .where('minutes', '=', param('minutes'))
    .where('slot_at', '<', param('before'))
    .limit(1),
);

/** Whether there are any: a write that finds nothing costs a commit all the same. */
export async function hasOldMeasurements(tx: Tx, input: { minutes: number; before: number }): Promise<boolean> {
  return (await tx.first(firstOld, input)) !== undefined;
}
