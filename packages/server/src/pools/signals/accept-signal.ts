import type { Actor } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { type DividingPool, divideWatts } from './divide-watts.ts';
import { lastOrders } from './last-orders.ts';
import { packDivision, divisionOf } from './pack-division.ts';
import { putDivision } from './put-division.ts';
import { findSent, readDivisions } from './read-divisions.ts';
import { seatFor, type SeatFor } from '../seats/seat-for.ts';
import { takeSeat } from '../seats/take-seat.ts';
import type { Deed } from '../../trail/deed.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** What the grid operator asks of a pool. */
export interface Signal {
  readonly sequence: number;
  readonly at: number;
  readonly validUntil: number;
  /** Plus is import. */
  readonly watts: number;
  /** Who asks. */
  readonly actor?: Actor;
}

export type SignalAccepted =
  | { readonly kind: 'accepted'; readonly division: StoredDivision }
  /** It was accepted before, and divided like this at first. */
  | { readonly kind: 'repeated'; readonly division: StoredDivision }
  /** The sequence of the last signal. */
  | { readonly kind: 'not_newer'; readonly last: number }
  | { readonly kind: 'no_members' }
  /** Who else sends the signals of the pool. */
  | { readonly kind: 'seat_held'; readonly holder: Actor }
  | { readonly kind: 'busy' };

interface Accepting {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly now: () => number;
  /** Lets others go first, while much is learned. */
  readonly turn: () => Promise<void>;
  /** What is recorded of whoever asks. */
  readonly by?: Deed;
}

const TRIES = 5;
// What is set on the members may change while it is learned.
const LEARNING_MS = 3_000;

/** Divides a signal among the members of a pool, and keeps it. The same one again has the same answer. */
export async function acceptSignal(
  { store, knowledge, now, turn, by }: Accepting,
  pool: DividingPool,
  signal: Signal,
): Promise<SignalAccepted> {
  const decide = (tx: Tx) => decideOn(tx, { pool, signal, knowledge, now: now() });
  const startedAt = performance.now();
  let overtaken = 0;
  while (overtaken < TRIES && performance.now() < startedAt + LEARNING_MS) {
    const decided = await store.read(decide, undefined);
    if (decided.kind === 'unknown') {
      await knowledge.learn(pool.poolId, decided.rows, turn);
      continue;
    }
    if (decided.kind === 'seat_free') {
      // Whoever was faster is found in the next go.
      await store.write(takeSeat, { poolId: pool.poolId, actor: decided.actor, reason: null, now: now(), by });
      overtaken += 1;
      continue;
    }
    if (decided.kind !== 'decided') return decided;
    const { kind } = await store.write(putDivision, packDivision(decided.division));
    if (kind === 'put') return { kind: 'accepted', division: divisionOf(decided.division) };
    overtaken += 1;
  }
  return { kind: 'busy' };
}

interface Deciding {
  readonly pool: DividingPool;
  readonly signal: Signal;
  readonly knowledge: MemberKnowledge;
  readonly now: number;
}

async function decideOn(tx: Tx, { pool, signal, knowledge, now }: Deciding) {
  const { poolId } = pool;
  const { sequence: sent, watts, actor } = signal;
  const dividedAt = Math.min(signal.at, now);
  const known = await lastOrders(tx, { poolId, at: dividedAt });
  const { division: last } = known;
  const seat = await seatFor(tx, { poolId, actor, now });
  const answered = await answeredBefore(tx, { poolId, signal, last, seat });
  if (answered !== undefined) return answered;
  if (seat.kind === 'seat_held') return seat;
  const divided = await divideWatts(tx, { pool, knowledge, at: dividedAt, now, watts, ...known });
  if (divided.kind === 'unknown') return divided;
  const { siteIds, hasMembers, allocation } = divided;
  if (!hasMembers) return { kind: 'no_members' } as const;
  if (seat.kind === 'seat_free') return seat;
  // What was asked for later stays so: the sequence decides, not a clock.
  const at = Math.max(signal.at, Math.min(last?.at ?? signal.at, now));
  const division = { poolId, ...signal, at, ...placeAfter(last, sent), holding: seat.holding, siteIds, allocation };
  return { kind: 'decided', division } as const;
}

/** Where a signal stands in the order of all of the pool. */
function placeAfter(last: StoredDivision | undefined, sent: number) {
  if (last === undefined) return { sequence: sent, sent, round: 0, after: null };
  const after = { sequence: last.sequence, round: last.round };
  return { sequence: Math.max(sent, last.sequence + 1), sent, round: 0, after };
}

interface Answering extends Repeated {
  readonly last: StoredDivision | undefined;
  readonly seat: SeatFor;
}

/** What a signal is answered that is no new one; undefined for a new one. */
async function answeredBefore(tx: Tx, { last, seat, ...asked }: Answering): Promise<SignalAccepted | undefined> {
  const { sequence: sent } = asked.signal;
  // The sequence of orders is that of the signal, or above it.
  if (last === undefined || sent > last.sequence) return undefined;
  const repeated = await readRepeated(tx, asked);
  if (repeated !== undefined) return { kind: 'repeated', division: repeated };
  const isOfThisSeat = seat.kind !== 'seat_held' && (last.holding === null || last.holding === seat.holding);
  return isOfThisSeat && sent <= last.sent ? { kind: 'not_newer', last: last.sent } : undefined;
}

interface Repeated {
  readonly poolId: DividingPool['poolId'];
  readonly signal: Signal;
}

/** How the very same signal was divided when it was accepted first. */
export async function readRepeated(tx: Tx, { poolId, signal }: Repeated): Promise<StoredDivision | undefined> {
  const { sequence, watts, validUntil } = signal;
  const sent = await findSent(tx, { poolId, sequence });
  const same = sent.find((one) => one.watts === watts && one.validUntil === validUntil);
  if (same === undefined) return undefined;
  const [division] = await readDivisions(tx, { poolId, limit: 1, upTo: { sequence: same.sequence, round: 0 } });
  return division;
}
