import type { Actor } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { type DividingPool, divideWatts } from './divide-watts.ts';
import { lastOrders } from './last-orders.ts';
import { packDivision, divisionOf } from './pack-division.ts';
import { putDivision } from './put-division.ts';
import { readDivisions } from './read-divisions.ts';
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
  | { readonly kind: 'busy' };

interface Accepting {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  /** Lets others go first, while much is learned. */
  readonly turn: () => Promise<void>;
}

const TRIES = 5;
// What is set on the members may change while it is learned.
const LEARNING_MS = 3_000;

/** Divides a signal among the members of a pool, and keeps it. The same one again has the same answer. */
export async function acceptSignal(
  { store, knowledge, turn }: Accepting,
  pool: DividingPool,
  signal: Signal,
): Promise<SignalAccepted> {
  const decide = (tx: Tx) => decideOn(tx, { pool, signal, knowledge });
  const startedAt = performance.now();
  let overtaken = 0;
  while (overtaken < TRIES && performance.now() < startedAt + LEARNING_MS) {
    const decided = await store.read(decide, undefined);
    if (decided.kind === 'unknown') {
      await knowledge.learn(pool.poolId, decided.rows, turn);
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
}

async function decideOn(tx: Tx, { pool, signal, knowledge }: Deciding) {
  const { poolId } = pool;
  const { sequence, at, watts } = signal;
  const known = await lastOrders(tx, { poolId, at });
  const { division: last } = known;
  if (last !== undefined && sequence <= last.sequence) return again(tx, { poolId, signal, last });
  const divided = await divideWatts(tx, { pool, knowledge, at, watts, ...known });
  if (divided.kind === 'unknown') return divided;
  const { siteIds, allocation } = divided;
  if (siteIds.length === 0) return { kind: 'no_members' } as const;
  const after = last === undefined ? null : { sequence: last.sequence, round: last.round };
  return { kind: 'decided', division: { poolId, ...signal, round: 0, after, siteIds, allocation } } as const;
}

interface Repeated {
  readonly poolId: DividingPool['poolId'];
  readonly signal: Signal;
}

async function again(
  tx: Tx,
  { last, ...repeated }: Repeated & { readonly last: StoredDivision },
): Promise<SignalAccepted> {
  const division = await readRepeated(tx, repeated);
  return division === undefined ? { kind: 'not_newer', last: last.sequence } : { kind: 'repeated', division };
}

/** How the very same signal was divided when it was accepted first. */
export async function readRepeated(tx: Tx, { poolId, signal }: Repeated): Promise<StoredDivision | undefined> {
  const { sequence, watts, validUntil } = signal;
  const [division] = await readDivisions(tx, { poolId, limit: 1, upTo: { sequence, round: 0 } });
  const isSame = division?.sequence === sequence && division.watts === watts && division.validUntil === validUntil;
  return isSame ? division : undefined;
}
