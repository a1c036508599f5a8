import type { SiteId } from '@setpoint/contract';
import { addToMeans, type Measurement, type Means } from '@setpoint/core';
import { runningMeans, runningMeansText, type Slot } from './running-means.ts';
import { readBy } from '../store/fields.ts';
import { put } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';

/** The lengths of the stretches over which means are kept, in minutes. */
const MEASURED_MINUTES = [1, 15] as const;
const MS_PER_MINUTE = 60_000;

const SLOT = ['siteId', 'minutes', 'slotAt'] as const;

const meansOfSlot = readBy('measurement', SLOT, ['means']);

const putMeans = put('measurement', { key: SLOT, set: ['means'] });

interface Measured {
  readonly siteId: SiteId;
  readonly now: number;
  readonly measurements: readonly Measurement[];
}

/**
 * Takes what one report measured into the means of the minute and of the quarter of an hour. Those that run stay with
 * the state of the site, which the report writes anyway; they become rows when they are over. Resolves with their text.
 */
export async function addMeasurements(
  tx: Tx,
  running: string | null,
  { siteId, now, measurements }: Measured,
): Promise<string | null> {
  if (measurements.length === 0) return running;
  const known = runningMeans(running);
  const slots = MEASURED_MINUTES.map(async (minutes) => {
    const slotAt = now - (now % (minutes * MS_PER_MINUTE));
    const before = await meansBefore(tx, { siteId, minutes, slotAt }, known);
    const minute = minutes === 1 ? undefined : Math.floor((now - slotAt) / MS_PER_MINUTE);
    return { minutes, slotAt, means: addToMeans(before, measurements, minute) };
  });
  return runningMeansText(await Promise.all(slots));
}

interface SlotPlace {
  readonly siteId: SiteId;
  readonly minutes: number;
  readonly slotAt: number;
}

// The clock may have been set back: then there are rows of what runs.
async function meansBefore(tx: Tx, place: SlotPlace, known: readonly Slot[]): Promise<Means> {
  const last = known.find(({ minutes }) => minutes === place.minutes);
  if (last?.slotAt === place.slotAt) return last.means;
  if (last !== undefined) await tx.run(putMeans, { ...place, slotAt: last.slotAt, means: JSON.stringify(last.means) });
  const row = await tx.first(meansOfSlot, { ...place });
  return row === undefined ? {} : (JSON.parse(row.means) as Means);
}
