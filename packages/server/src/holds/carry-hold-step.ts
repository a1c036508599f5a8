import type { HoldId, PoolId, SiteId } from '@setpoint/contract';
import { updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { holdSites } from './steps/hold-sites.ts';
import { releaseSites } from './steps/release-sites.ts';
import { listFreeMembers } from './list-free-members.ts';
import { readHold, type StoredHold } from './read-hold.ts';

export interface CarryHoldStepInput {
  readonly holdId: HoldId;
  /** How many sites to look at. */
  readonly limit: number;
  readonly now: number;
}

export interface CarryHoldStepOutput {
  /** The sites whose schedules are others now. */
  readonly changed: readonly SiteId[];
  readonly isDone: boolean;
}

/** One step of a hold on its way over many sites, or of its release. Each step is durable. */
export const carryHoldStep = defineWrite({
  name: 'carryHoldStep',
  usesReserve: true,
  isUrgent: () => true,
  record: 'not recorded: making the hold was',
  run: async (tx: Tx, { holdId, limit, now }: CarryHoldStepInput): Promise<CarryHoldStepOutput> => {
    // One node takes a step at a time.
    await tx.lock(holdRow, { holdId });
    const hold = await readHold(tx, { holdId });
    if (hold === undefined) return { changed: [], isDone: true };
    if (hold.releasedAt !== null) return takeOff(tx, { holdId, limit, now });
    if (hold.poolId !== null) return putOnMembers(tx, hold.poolId, { holdId, limit, now });
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

const noteWalk = updateBy('hold', ['holdId'], ['walkedTo', 'appliedAt']);

async function putOn(
  tx: Tx,
  { holdId, walkedTo }: StoredHold,
  { limit, now }: Omit<CarryHoldStepInput, 'holdId'>,
): Promise<CarryHoldStepOutput> {
  const sites = siteIds(await tx.all(nextSites, { after: walkedTo, limit }));
  const changed = await holdSites(tx, { holdId, siteIds: sites, now });
  const isDone = sites.length < limit;
  await tx.run(noteWalk, { holdId, walkedTo: sites.at(-1) ?? walkedTo, appliedAt: isDone ? now : null });
  return { changed, isDone };
}

const noteApplied = statement<{ holdId: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('hold')
    .set({ applied_at: param('now') })
    .where('hold_id', '=', param('holdId'))
    .where('applied_at', 'is', null),
);

// Whoever leaves stays under it, and whoever joins comes under it, until somebody releases it.
async function putOnMembers(
  tx: Tx,
  poolId: PoolId,
  { holdId, limit, now }: CarryHoldStepInput,
): Promise<CarryHoldStepOutput> {
  const free = await listFreeMembers(tx, { holdId, poolId, limit, now });
  const changed = free.length === 0 ? [] : await holdSites(tx, { holdId, siteIds: free, now });
  const isDone = free.length < limit;
  if (isDone) await tx.run(noteApplied, { holdId, now });
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

async function takeOff(tx: Tx, { holdId, limit, now }: CarryHoldStepInput): Promise<CarryHoldStepOutput> {
  const changed = siteIds(await tx.all(sitesUnder, { holdId, limit }));
  await releaseSites(tx, { holdId, siteIds: changed, now });
  return { changed, isDone: changed.length < limit };
}

function siteIds(rows: readonly { site_id: string }[]): SiteId[] {
  return rows.map((row) => row.site_id as SiteId);
}
