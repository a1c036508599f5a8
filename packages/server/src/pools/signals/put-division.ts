import type { Actor, PoolId, SiteId } from '@setpoint/contract';
import { appendPoolEvent } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';
import { insert } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { noteActing } from '../../trail/note-acting.ts';
import { lastDivision, seatRow } from '../seats/read-seat.ts';
import { poolRow } from '../steps/lock-pool.ts';
import { hash } from 'node:crypto';
import { type Allocation, packShares } from '@setpoint/core';
import { sharesBySite, siteIdsText, type StoredDivision } from '../steps/division-from-row.ts';

export interface PutDivisionInput extends Omit<StoredDivision, 'sent' | 'shares' | 'actor'> {
  readonly poolId: PoolId;
  /** The sequence that it was sent with; null, that of its orders. */
  readonly sent: number | null;
  /** Who asked for it. */
  readonly actor?: Actor | null | undefined;
  /** The division that it was decided after; null for the first. */
  readonly after: { readonly sequence: number; readonly round: number } | null;
  /** See `packDivision`: a name for the members, their ids side by side, and what each was asked for. */
  readonly roster: string;
  readonly siteIds: string;
  readonly shares: Uint8Array;
  /** What is to be told with it. */
  readonly told?: readonly NewEvent[];
}

/** `overtaken`: another node wrote a division meanwhile, or somebody took the seat; decide anew. */
export type PutDivisionOutput = { readonly kind: 'put' } | { readonly kind: 'overtaken' };

const insertRoster = statement<{ poolId: string; roster: string; siteIds: string }>()(({ db, param }) =>
  db
    .insertInto('pool_roster')
    .values({ pool_id: param('poolId'), roster: param('roster'), site_ids: param('siteIds') })
    .onConflict((conflict) => conflict.columns(['pool_id', 'roster']).doNothing()),
);

const insertDivision = insert('pool_tick', [
  'poolId',
  'sequence',
  'round',
  'at',
  'validUntil',
  'watts',
  'shortfallWatts',
  'surplusWatts',
  'roster',
  'shares',
  'askedBy',
  'sent',
  'holding',
  'goesBackBelow',
]);

/** Keeps a signal with what each member was asked for: one row, and one for its members where those are others. */
export const putDivision = defineWrite({
  name: 'putDivision',
  record: 'not recorded: signals are kept with who sent them',
  run: async (
    tx: Tx,
    { siteIds, after, actor, told = [], ...division }: PutDivisionInput,
  ): Promise<PutDivisionOutput> => {
    const { poolId, roster } = division;
    await tx.lock(poolRow, { poolId });
    const last = await tx.first(lastDivision, { poolId });
    if (last?.sequence !== after?.sequence || last?.round !== after?.round) return { kind: 'overtaken' };
    if (!(await isFromSeat(tx, division))) return { kind: 'overtaken' };
    await tx.run(insertRoster, { poolId, roster, siteIds });
    await tx.run(insertDivision, { ...division, askedBy: idOf(actor) });
    await noteAsker(tx, division, actor);
    for (const event of told) await appendPoolEvent(tx, { poolId, now: division.at, event });
    return { kind: 'put' };
  },
});

/** Whether whoever sent it still has the seat; what was sent goes on without it. */
async function isFromSeat(tx: Tx, { poolId, round, holding }: Pick<PutDivisionInput, 'poolId' | 'round' | 'holding'>) {
  if (round > 0 || holding === null) return true;
  const seat = await tx.first(seatRow, { poolId });
  return seat?.holding === holding && seat.givenBackAt === null;
}

type Asker = PutDivisionInput['actor'];

// Rows name the person where a client acts for one.
function idOf(actor: Asker): string | null {
  return actor?.onBehalfOf?.id ?? actor?.id ?? null;
}

async function noteAsker(
  tx: Tx,
  { poolId, sequence, round, at }: Pick<PutDivisionInput, 'poolId' | 'sequence' | 'round' | 'at'>,
  actor: Asker,
): Promise<void> {
  if (!actor || round > 0) return;
  await noteActing(tx, { deedId: `${poolId}/${sequence}`, actor, now: at });
}

const ROSTER_LENGTH = 22;

/** A signal with what each member is asked for. */
interface DecidedDivision extends Omit<
  PutDivisionInput,
  'roster' | 'siteIds' | 'shares' | 'shortfallWatts' | 'surplusWatts' | 'actor' | 'sent' | 'goesBackBelow'
> {
  readonly sent: number;
  /** Left out where it takes nothing back. */
  readonly goesBackBelow?: number | null;
  readonly actor?: Actor | null | undefined;
  readonly siteIds: readonly SiteId[];
  readonly allocation: Pick<Allocation, 'shares' | 'shortfallWatts' | 'surplusWatts'>;
}

/** What is handed to the thread that writes: a few bytes for each member. */
export function packDivision(decided: DecidedDivision): PutDivisionInput {
  const { siteIds: ids, allocation, sent, goesBackBelow = null, ...division } = decided;
  const siteIds = siteIdsText(ids);
  const roster = hash('sha256', siteIds, 'base64url').slice(0, ROSTER_LENGTH);
  const { shares, shortfallWatts, surplusWatts } = allocation;
  const place = { sent: sent === division.sequence ? null : sent, goesBackBelow };
  return { ...division, ...place, shortfallWatts, surplusWatts, roster, siteIds, shares: packShares(shares) };
}

/** The division as it is read back, but for the name of who asked. */
export function divisionOf({ siteIds, allocation, actor = null, ...division }: DecidedDivision): StoredDivision {
  const { sequence, sent, holding, goesBackBelow = null, round, at, validUntil, watts } = division;
  const { shortfallWatts, surplusWatts } = allocation;
  const shares = sharesBySite(siteIds, allocation.shares);
  const place = { sequence, sent, holding, goesBackBelow, round };
  return { ...place, at, validUntil, watts, shortfallWatts, surplusWatts, shares, actor };
}
