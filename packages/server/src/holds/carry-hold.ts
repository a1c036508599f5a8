import type { HoldId, SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { holdSites } from './steps/hold-sites.ts';
import { releaseSites } from './steps/release-sites.ts';
import { readHold, type StoredHold } from './read-hold.ts';

export interface CarryHoldInput {
  readonly holdId: HoldId;
  /** How many sites to look at. */
  readonly limit: number;
  readonly now: number;
}

export interface CarryHoldOutput {
  /** The sites whose schedules are others now. */
  readonly changed: readonly SiteId[];
  readonly isDone: boolean;
}

/** One step of a hold on its way over many sites, or of its release. Each step is durable. */
export const carryHold = defineWrite({
  name: 'carryHold',
  run: async (tx: Tx, { holdId, limit, now }: CarryHoldInput): Promise<CarryHoldOutput> => {
    // One node takes a step at a time.
    await tx.lock(holdRow, { holdId });
    const hold = await readHold(tx, { holdId });
    if (hold === undefined) return { changed: [], isDone: true };
    if (hold.releasedAt !== null) return takeOff(tx, { holdId, limit, now });
    if (hold.appliedAt !== null) return { changed: [], isDone: true };
    return putOn(tx, hold, { limit, now });
  },
});

const holdRow = statement<{ holdId: string }>()(({ db, param }) =>
  // A transaction that puts a site under it meanwhile only refers to the row, and need not wait.
  db.selectFrom('hold').select('hold_id').where('hold_id', '=', param('holdId')).forNoKeyUpdate(),
);

const nextSites = statement<{ after: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', '>', param('after'))
    .orderBy('site_id')
    .limit(param('limit')),
);

const noteWalk = statement<{ holdId: string; walkedTo: string; appliedAt: number | null }>()(({ db, param }) =>
  db
    .updateTable('hold')
    .set({ walked_to: param('walkedTo'), applied_at: param('appliedAt') })
    .where('hold_id', '=', param('holdId')),
);

async function putOn(
  tx: Tx,
  { holdId, walkedTo }: StoredHold,
  { limit, now }: Omit<CarryHoldInput, 'holdId'>,
): Promise<CarryHoldOutput> {
  const sites = siteIds(await tx.all(nextSites, { after: walkedTo, limit }));
  const [from, to] = [sites.at(0), sites.at(-1)];
  const changed = from === undefined || to === undefined ? [] : await holdSites(tx, { holdId, from, to, now });
  const isDone = sites.length < limit;
  await tx.run(noteWalk, { holdId, walkedTo: to ?? walkedTo, appliedAt: isDone ? now : null });
  return { changed, isDone };
}

const sitesUnder = statement<{ holdId: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('site_hold')
    .select('site_id')
    .where('hold_id', '=', param('holdId'))
    .orderBy('site_id')
    .limit(param('limit')),
);

async function takeOff(tx: Tx, { holdId, limit, now }: CarryHoldInput): Promise<CarryHoldOutput> {
  const changed = siteIds(await tx.all(sitesUnder, { holdId, limit }));
  const [from, to] = [changed.at(0), changed.at(-1)];
  if (from !== undefined && to !== undefined) await releaseSites(tx, { holdId, from, to, now });
  return { changed, isDone: changed.length < limit };
}

function siteIds(rows: readonly { site_id: string }[]): SiteId[] {
  return rows.map((row) => row.site_id as SiteId);
}
