import type { SiteId } from '@setpoint/contract';
import type { Means, StoredMeans } from '@setpoint/core';
import { runningMeans, type Slot } from './running-means.ts';
import { readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface ReadMeasurementsInput {
  readonly siteId: SiteId;
  readonly minutes: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const meansOfSite = statement<{ siteId: string; minutes: number; fromMs: number; toMs: number }>()(({ db, param }) =>
  db
    .selectFrom('measurement')
    .select(['slot_at', 'means'])
    .where('site_id', '=', param('siteId'))
    .where('minutes', '=', param('minutes'))
    .where('slot_at', '>=', param('fromMs'))
    .where('slot_at', '<', param('toMs'))
    .orderBy('slot_at'),
);

const runningOfSite = readBy('site_state', ['siteId'], ['means']);

/** The means of one site over stretches of one length that begin in a window, by time. */
export async function readMeasurements(tx: Tx, input: ReadMeasurementsInput): Promise<StoredMeans[]> {
  const { siteId, minutes, fromMs, toMs } = input;
  const [rows, state] = await Promise.all([
    tx.all(meansOfSite, { siteId, minutes, fromMs, toMs }),
    tx.first(runningOfSite, { siteId }),
  ]);
  const isAsked = (slot: Slot) => slot.minutes === minutes && slot.slotAt >= fromMs && slot.slotAt < toMs;
  const running = runningMeans(state?.means ?? null).filter(isAsked);
  const bySlot = new Map(rows.map((row) => [row.slot_at, { slotAt: row.slot_at, minutes, means: meansOf(row) }]));
  for (const slot of running) bySlot.set(slot.slotAt, slot);
  return [...bySlot.values()].sort((one, other) => one.slotAt - other.slotAt);
}

function meansOf(row: { readonly means: string }): Means {
  return JSON.parse(row.means) as Means;
}
