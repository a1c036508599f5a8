import type { PoolId, SiteId } from '@setpoint/contract';
import { type Allocation, type DeviationChange, HINDRANCES, type PackedShare, WATTS_PER_KW } from '@setpoint/core';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { divideWatts, type DividingPool, readPoolSettings } from './divide-watts.ts';
import { lastOrders, type LastOrders } from './last-orders.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { divisionOf, packDivision, putDivision } from './put-division.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import type { NewEvent } from '../../events/write-events.ts';

/** Of whom it was seen that it deviates, or no longer. */
type Seen = ReadonlyMap<SiteId, DeviationChange>;

/** Which members began to deviate by a division, and which follow again. */
function deviationEvents(seen: Seen, last: StoredDivision, allocation: Allocation): NewEvent[] {
  if (seen.size === 0) return [];
  return allocation.shares.flatMap((share): NewEvent[] => {
    const siteId = share.siteId as SiteId;
    const wasDeviating = last.shares.get(siteId)?.because === 'deviating';
    const isDeviating = share.because === 'deviating';
    const { kind } = seen.get(siteId) ?? {};
    if (kind === 'over' && wasDeviating && !isDeviating) return [{ type: 'pool.member_following', data: { siteId } }];
    return kind === 'began' && isDeviating && !wasDeviating ? [deviatingEvent(share)] : [];
  });
}

function deviatingEvent({ siteId, watts, misses = 0 }: Allocation['shares'][number]): NewEvent {
  const powers = { orderedkW: watts / WATTS_PER_KW, suppliedkW: (watts - misses) / WATTS_PER_KW };
  return { type: 'pool.member_deviating', data: { siteId, ...powers } };
}

export type DividedAgain =
  | {
      readonly kind: 'put';
      readonly pool: DividingPool;
      readonly division: StoredDivision;
      readonly nextLeaseEndAt: number;
    }
  | { readonly kind: 'same'; readonly nextLeaseEndAt: number }
  /** What it was asked for has ended. */
  | { readonly kind: 'over' }
  /** Other nodes ask it for something all the time. */
  | { readonly kind: 'busy' };

interface Dividing {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  /** Lets others go first, while much is learned. */
  readonly turn: () => Promise<void>;
}

const TRIES = 3;

interface DividingAgain {
  readonly poolId: PoolId;
  readonly now: number;
  readonly seen?: Seen;
}

/** Divides the signal in force anew among those who can follow it now; writes nothing where that changes nothing. */
export async function divideAgain(
  { store, knowledge, turn }: Dividing,
  { poolId, now, seen = new Map() }: DividingAgain,
): Promise<DividedAgain> {
  const decide = (tx: Tx) => decideOn(tx, poolId, seen, knowledge, now);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const decided = await store.read(decide, undefined);
    if (decided.kind === 'unknown') {
      await knowledge.learn(poolId, decided.rows, turn);
      continue;
    }
    if (decided.kind !== 'divided') return decided;
    const { division, pool, nextLeaseEndAt } = decided;
    if ((await store.write(putDivision, packDivision(division))).kind === 'overtaken') continue;
    return { kind: 'put', pool, division: divisionOf(division), nextLeaseEndAt };
  }
  return { kind: 'busy' };
}

async function decideOn(tx: Tx, poolId: PoolId, seen: Seen, knowledge: MemberKnowledge, now: number) {
  const pool = await readPoolSettings(tx, { poolId });
  const known = withSeen(await lastOrders(tx, { poolId, at: now }), seen);
  const { division: last } = known;
  if (pool === undefined || last === undefined || last.validUntil <= now) return { kind: 'over' } as const;
  // A signal may be of an instant that is a little ahead.
  const at = Math.max(now, last.at);
  const divided = await divideWatts(tx, { pool, knowledge, at: now, now, watts: last.watts, ...known });
  if (divided.kind === 'unknown') return divided;
  const { siteIds, allocation, nextLeaseEndAt } = divided;
  if (goesOnAsBefore(last, allocation)) return { kind: 'same', nextLeaseEndAt } as const;
  const { sequence, sent, holding, goesBackBelow, round, validUntil, watts, actor } = last;
  const after = { sequence, round };
  const told = deviationEvents(seen, last, allocation);
  const place = { poolId, sequence, sent, holding, goesBackBelow, round: round + 1, after };
  const again = { ...place, at, validUntil, watts, actor, told };
  return { kind: 'divided', pool, division: { ...again, siteIds, allocation }, nextLeaseEndAt } as const;
}

function withSeen({ division, orders }: LastOrders, seen: Seen): LastOrders {
  if (seen.size === 0) return { division, orders };
  const known = new Map(orders);
  for (const [siteId, { suppliesWatts }] of seen) {
    const order = orders.get(siteId);
    if (order !== undefined) known.set(siteId, { ...order, suppliesWatts });
  }
  return { division, orders: known };
}

/** Whether everybody goes on as before, be it by an order or because the last one has not ended, and takes part as before. */
export function goesOnAsBefore(
  { shares: before, ...last }: StoredDivision,
  { shares, shortfallWatts }: Allocation,
): boolean {
  const isEqual = shares.every(({ siteId, watts, follows, misses = 0, because }) => {
    const was = before.get(siteId as SiteId);
    if (misses !== missedBy(was)) return false;
    if (isNews(because, was?.because ?? null)) return false;
    return watts + follows === (was === undefined ? 0 : was.watts + was.follows);
  });
  const present = new Set<string>(shares.map(({ siteId }) => siteId));
  return isEqual && shortfallWatts === last.shortfallWatts && [...before.keys()].every((siteId) => present.has(siteId));
}

function missedBy(share: PackedShare | undefined): number {
  return share?.misses ?? 0;
}

type Reason = Allocation['shares'][number]['because'];

/** Whether a member takes part otherwise than before, as one that is back does. One that fell silent goes on as it was told. */
function isNews(because: Reason, was: Reason): boolean {
  return because !== was && because !== 'offline' && (HINDRANCES.has(because) || HINDRANCES.has(was));
}
