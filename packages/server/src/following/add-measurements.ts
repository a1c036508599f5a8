import type { SiteId } from '@setpoint/contract';
import { addToMeans, type Measurement, type Means } from '@setpoint/core';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** The lengths of the stretches over which means are kept, in minutes. */
const MEASURED_MINUTES = [1, 15] as const;
const MS_PER_MINUTE = 60_000;

const meansOfSlot = statement<{ siteId: string; minutes: number; slotAt: number }>()(({ db, param }) =>
  db
    .selectFrom('measurement')
    .select('means')
    .where('site_id', '=', param('siteId'))
    .where('minutes', '=', param('minutes'))
    .where('slot_at', '=', param('slotAt')),
);

const putMeans = statement<{ siteId: string; minutes: number; slotAt: number; means: string }>()(({ db, param }) =>
  db
    .insertInto('measurement')
    .values({ site_id: param('siteId'), minutes: param('minutes'), slot_at: param('slotAt'), means: param('means') })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'minutes', 'slot_at']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
    ),
);

interface Measured {
  readonly siteId: SiteId;
  readonly now: number;
  readonly measurements: readonly Measurement[];
}

/** The means of one stretch so far. */
export interface Slot {
  readonly minutes: number;
  readonly slotAt: number;
  readonly means: Means;
}

/** The stretches that an instant lies in. */
export function findSlots(tx: Tx, { siteId, now }: Pick<Measured, 'siteId' | 'now'>): Promise<Slot[]> {
  const found = MEASURED_MINUTES.map(async (minutes) => {
    const slotAt = now - (now % (minutes * MS_PER_MINUTE));
    const row = await tx.first(meansOfSlot, { siteId, minutes, slotAt });
    return { minutes, slotAt, means: row === undefined ? {} : (JSON.parse(row.means) as Means) };
  });
  return Promise.all(found);
}

/** Takes what one report measured into the means of the minute and of the quarter of an hour. */
export async function addMeasurements(
  tx: Tx,
  slots: readonly Slot[],
  { siteId, now, measurements }: Measured,
): Promise<void> {
  if (measurements.length === 0) return;
  for (const { minutes, slotAt, means: before } of slots) {
    const minute = minutes === 1 ? undefined : Math.floor((now - slotAt) / MS_PER_MINUTE);
    const means = addToMeans(before, measurements, minute);
    await tx.run(putMeans, { siteId, minutes, slotAt, means: JSON.stringify(means) });
  }
}
