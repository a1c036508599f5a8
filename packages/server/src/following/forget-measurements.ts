import type { Forgetting } from '../platform/loops/forget-old.ts';
import { defineWrite } from '../store/define-write.ts';
import type { DialectName } from '../store/dialect-name.ts';
import { statement } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
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
  only: 'chosen',
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
async function hasOldMeasurements(tx: Tx, input: { minutes: number; before: number }): Promise<boolean> {
  return (await tx.first(firstOld, input)) !== undefined;
}

const ROWS_PER_STEP = 2_000;

/** For how long means are kept, by the length of the stretch in minutes. */
export interface MeasurementsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
}

export const MEASUREMENTS_KEPT: MeasurementsKept = { minuteMs: 48 * 3_600_000, quarterMs: 35 * 86_400_000 };

export interface MeasurementForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly kept: MeasurementsKept;
}

export function forgetOldMeasurements({ store, now, kept }: MeasurementForgetting): Forgetting {
  const forgetMeans = async (minutes: number, keptMs: number) => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldMeasurements, { minutes, before }))) return false;
    await store.write(forgetMeasurements, { minutes, before, limit: ROWS_PER_STEP });
    return true;
  };
  return async () => {
    const hadMinutes = await forgetMeans(1, kept.minuteMs);
    return (await forgetMeans(15, kept.quarterMs)) || hadMinutes;
  };
}
