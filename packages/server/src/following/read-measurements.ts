import type { SiteId } from '@setpoint/contract';
import type { Means, StoredMeans } from '@setpoint/core';
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

/** The means of one site over stretches of one length that begin in a window, by time. */
export async function readMeasurements(tx: Tx, input: ReadMeasurementsInput): Promise<StoredMeans[]> {
  const { siteId, minutes, fromMs, toMs } = input;
  const rows = await tx.all(meansOfSite, { siteId, minutes, fromMs, toMs });
  return rows.map((row) => ({ slotAt: row.slot_at, minutes, means: JSON.parse(row.means) as Means }));
}
