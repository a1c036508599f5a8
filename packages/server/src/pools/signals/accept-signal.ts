import { type Actor, LIMITS, type PoolId } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { type DividingPool, divideWatts } from './divide-watts.ts';
import { lastOrders } from './last-orders.ts';
import { packDivision, divisionOf, putDivision } from './put-division.ts';
import { signalInPlaceOf, findSent, findSignal } from './read-divisions.ts';
import { takeSeat } from '../seats/take-seat.ts';
import type { Deed } from '../../trail/deed.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import { holderIdOf, isHeld, readSeat } from '../seats/read-seat.ts';

/** What the grid operator asks of a pool. */
export interface Signal {
  /** Left out, it is one above the last of its seat. */
  readonly sequence?: number;
  /** The only signal that it may follow, by the sequence of its orders. */
  readonly replaces?: number | undefined;
  readonly at: number;
  readonly validUntil: number;
  /** Plus is import. */
  readonly watts: number;
  /** Who asks. */
  readonly actor?: Actor;
}

/** That the signal in force is to be taken back, by the sequence of its orders. */
export interface TakingBack extends Required<Pick<Signal, 'at' | 'actor'>> {
  readonly takesBack: number;
  readonly sequence?: never;
}

export type SignalAccepted =
  | { readonly kind: 'accepted'; readonly division: StoredDivision }
  /** It was accepted before, and divided like this at first. */
  | { readonly kind: 'repeated'; readonly division: StoredDivision }
  /** The sequence of the last signal. */
  | { readonly kind: 'not_newer'; readonly last: number }
  /** Another signal is the last than the one that was meant. */
  | { readonly kind: 'moved_on' }
  | { readonly kind: 'none_in_force' }
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
  readonly by: Deed | undefined;
}

const TRIES = 5;
// What is set on the members may change while it is learned.
const LEARNING_MS = 3_000;

/** Divides a signal among the members of a pool, and keeps it. The same one again has the same answer. */
export async function acceptSignal(
  { store, knowledge, now, turn, by }: Accepting,
  pool: DividingPool,
  asked: Signal | TakingBack,
): Promise<SignalAccepted> {
  const decide = (tx: Tx) => decideOn(tx, pool, asked, knowledge, now());
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

async function decideOn(
  tx: Tx,
  pool: DividingPool,
  asked: Signal | TakingBack,
  knowledge: MemberKnowledge,
  now: number,
) {
  const { poolId } = pool;
  const dividedAt = Math.min(asked.at, now);
  const known = await lastOrders(tx, { poolId, at: dividedAt });
  const { division: last } = known;
  const seat = await seatFor(tx, poolId, asked.actor, now);
  const answered = await answeredBefore(tx, { poolId, asked }, last, seat);
  if (answered !== undefined) return answered;
  if (seat.kind === 'seat_held') return seat;
  const wanted = await signalOf(tx, poolId, asked, last, now);
  if (wanted.kind !== 'asked') return wanted;
  const { signal } = wanted;
  const divided = await divideWatts(tx, { pool, knowledge, at: dividedAt, now, watts: signal.watts, ...known });
  if (divided.kind === 'unknown') return divided;
  const { siteIds, hasMembers, allocation } = divided;
  if (!hasMembers) return { kind: 'no_members' } as const;
  if (seat.kind === 'seat_free') return seat;
  // What was asked for later stays so: the sequence decides, not a clock.
  const at = Math.max(signal.at, Math.min(last?.at ?? signal.at, now));
  const place = placeAfter(last, signal.sequence ?? nextSequence(last, seat));
  const division = { poolId, ...signal, at, ...place, holding: seat.holding, siteIds, allocation };
  return { kind: 'decided', division } as const;
}

/** What is to be divided, if the last signal is still the one that the sender means. */
async function signalOf(
  tx: Tx,
  poolId: PoolId,
  asked: Signal | TakingBack,
  last: StoredDivision | undefined,
  now: number,
) {
  if (!('takesBack' in asked)) {
    const { replaces = last?.sequence, ...signal } = asked;
    return replaces === last?.sequence ? ({ kind: 'asked', signal } as const) : ({ kind: 'moved_on' } as const);
  }
  const { takesBack, at, actor } = asked;
  if (last === undefined || last.validUntil <= now) return { kind: 'none_in_force' } as const;
  if (takesBack !== last.sequence) return { kind: 'moved_on' } as const;
  const inPlace = await signalInPlaceOf(tx, { poolId, division: last, now });
  return { kind: 'asked', signal: { sequence: undefined, at, actor, ...inPlace } } as const;
}

/** Where a signal stands in the order of all of the pool. */
function placeAfter(last: StoredDivision | undefined, sent: number) {
  if (last === undefined) return { sequence: sent, sent, round: 0, after: null };
  const after = { sequence: last.sequence, round: last.round };
  return { sequence: Math.max(sent, last.sequence + 1), sent, round: 0, after };
}

/** What a signal is answered that is no new one; undefined for a new one. */
async function answeredBefore(
  tx: Tx,
  repeated: Repeated,
  last: StoredDivision | undefined,
  seat: SeatFor,
): Promise<SignalAccepted | undefined> {
  const { sequence } = repeated.asked;
  // The sequence of orders is that of the signal, or above it.
  if (last === undefined || (sequence !== undefined && sequence > last.sequence)) return undefined;
  const division = await readRepeated(tx, repeated);
  if (division !== undefined) return { kind: 'repeated', division };
  const isTaken = (sequence ?? LIMITS.maxSequence) <= last.sent;
  return isTaken && isOfSeat(last, seat) ? { kind: 'not_newer', last: last.sent } : undefined;
}

function nextSequence(last: StoredDivision | undefined, seat: SeatFor): number {
  return isOfSeat(last, seat) ? last.sent + 1 : 1;
}

function isOfSeat(last: StoredDivision | undefined, seat: SeatFor): last is StoredDivision {
  if (last === undefined || seat.kind === 'seat_held') return false;
  return last.holding === null || last.holding === seat.holding;
}

type SeatFor =
  /** It is the sender's; null for signals of nobody, which need none. */
  | { readonly kind: 'own'; readonly holding: number | null }
  | { readonly kind: 'seat_free'; readonly holding: undefined; readonly actor: Actor }
  | { readonly kind: 'seat_held'; readonly holder: Actor };

/** What the seat of a pool is to whoever sends a signal. */
async function seatFor(tx: Tx, poolId: PoolId, actor: Actor | undefined, now: number): Promise<SeatFor> {
  if (actor === undefined) return { kind: 'own', holding: null };
  const seat = await readSeat(tx, { poolId });
  // Who had it last goes on, however long it sent nothing.
  const isOwn = seat?.holderId === holderIdOf(actor) && seat.givenBackAt === null;
  if (isOwn) return { kind: 'own', holding: seat.holding };
  if (isHeld(seat, now)) return { kind: 'seat_held', holder: seat.holder };
  return { kind: 'seat_free', holding: undefined, actor };
}

export interface Repeated {
  readonly poolId: PoolId;
  readonly asked: Signal | TakingBack;
}

/** How the very same signal was divided when it was accepted first. */
export async function readRepeated(tx: Tx, { poolId, asked }: Repeated): Promise<StoredDivision | undefined> {
  const sequence =
    asked.sequence === undefined
      ? await lastIfSame(tx, { poolId, asked })
      : (await findSent(tx, { poolId, sequence: asked.sequence })).find((sent) => isSame(sent, asked))?.sequence;
  return sequence === undefined ? undefined : findSignal(tx, { poolId, upTo: { sequence, round: 0 } });
}

/** The sequence of the last signal, if this is what its sender asked for. */
async function lastIfSame(tx: Tx, { poolId, asked }: Repeated): Promise<number | undefined> {
  const last = await findSignal(tx, { poolId });
  if (!last?.actor || asked.actor === undefined || holderIdOf(last.actor) !== holderIdOf(asked.actor)) return undefined;
  if (!('takesBack' in asked)) return isSame(last, asked) ? last.sequence : undefined;
  if (last.goesBackBelow === null) return undefined;
  const taken = await findSignal(tx, { poolId, upTo: { sequence: last.sequence - 1 } });
  return taken?.sequence === asked.takesBack ? last.sequence : undefined;
}

type Asked = Pick<Signal, 'watts' | 'validUntil'>;

function isSame(stored: Asked, { watts, validUntil }: Asked): boolean {
  return stored.watts === watts && stored.validUntil === validUntil;
}
