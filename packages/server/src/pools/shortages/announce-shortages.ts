import { setImmediate as nextTurn } from 'node:timers/promises';
import { askedShortage, type PoolShortage, toldAfterMs, bookedShortages } from '@setpoint/core';
import type { EventTail } from '../../events/event-tail.ts';
import { repeatEvery, type Repeating } from '../../platform/loops/repeat-every.ts';
import type { Store } from '../../store/store.ts';
import { listPresentPools, type PresentPool } from './list-present-pools.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import { noteShortage } from './note-shortage.ts';
import type { OrderBoard } from '../signals/order-board.ts';
import type { PoolId } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { type MembersReading, readMembers } from '../members/read-members.ts';

/** What a pool is short of, as it was told. */
interface ToldShortage extends Pick<PoolShortage, 'shortOf' | 'direction'> {
  readonly poolId: PoolId;
  readonly since: number;
}

const shortages = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('pool_shortage')
    .innerJoin('pool', 'pool.pool_id', 'pool_shortage.pool_id')
    .select(fields('pool_shortage.poolId', 'shortOf', 'direction', 'since'))
    .where('removed_at', 'is', null),
);

/** What any pool is short of. */
export async function listShortages(tx: Tx): Promise<ToldShortage[]> {
  const rows = await tx.all(shortages, {});
  return rows.map((row) => ({ ...row, poolId: row.poolId as PoolId }));
}

/** What a pool was short of at an instant, of what is asked or booked, and what was announced of it. */
interface FoundShortages {
  readonly pool: PresentPool;
  readonly shortOf: PoolShortage['shortOf'];
  readonly at: number;
  readonly missing: readonly PoolShortage[];
  readonly told: readonly ToldShortage[];
}

const DIRECTIONS = ['import', 'export'] as const;

/** Keeps what comes and goes within moments from being told. */
function createShortageDelay() {
  /** Since when it is otherwise than it was told. */
  const otherwise = new Map<string, number>();
  return {
    /** What has been otherwise than it was told for so long that it is to be told now, with the instant since when. */
    due: ({ pool, shortOf, at, missing, told }: FoundShortages) =>
      DIRECTIONS.flatMap((direction) => {
        const key = `${pool.poolId} ${shortOf} ${direction}`;
        const shortage = missing.find((one) => one.direction === direction) ?? null;
        const isTold = told.some((one) => one.shortOf === shortOf && one.direction === direction);
        if (isTold === (shortage !== null)) {
          otherwise.delete(key);
          return [];
        }
        // A clock that went back counts from there on.
        const since = Math.min(otherwise.get(key) ?? at, at);
        otherwise.set(key, since);
        if (at - since < toldAfterMs(shortage, pool.service)) return [];
        return [{ shortOf, direction, at: since, missing: shortage }];
      }),
    clear: () => otherwise.clear(),
  };
}

const EVERY_MS = 10_000;
// Many or large pools are looked at less often, rather than take more than a share of a core.
const MOST_OF_A_LOOK_MS = 50;

/** Whether members can give what is booked, seen now and then. */
function watchBookings(reading: MembersReading, now: () => number) {
  const seen = new Map<PoolId, Pick<FoundShortages, 'at' | 'missing'>>();
  const seenAt = ({ poolId }: PresentPool) => seen.get(poolId)?.at ?? Number.NEGATIVE_INFINITY;
  return {
    /** Looks at the pools that are due; those that were looked at longest ago first. */
    async refresh(pools: readonly PresentPool[]): Promise<void> {
      const present = new Set(pools.map(({ poolId }) => poolId));
      for (const poolId of seen.keys()) if (!present.has(poolId)) seen.delete(poolId);
      const started = performance.now();
      for (const pool of pools.toSorted((one, other) => (seenAt(one) < seenAt(other) ? -1 : 1))) {
        const at = now();
        if (Math.abs(at - seenAt(pool)) < EVERY_MS || performance.now() - started > MOST_OF_A_LOOK_MS) return;
        const members = await readMembers(reading, pool, at);
        seen.set(pool.poolId, { at, missing: bookedShortages(members, pool) });
      }
    },
    /** What was missing when a pool was looked at last. */
    of: (poolId: PoolId) => seen.get(poolId),
    clear: () => seen.clear(),
  };
}

interface ShortageFinding {
  readonly store: Store;
  readonly knowledge: MemberKnowledge;
  readonly board: Pick<OrderBoard, 'inForce'>;
  readonly now: () => number;
  /** Whether this node does it for all. */
  readonly isChosen: () => Promise<boolean>;
}

interface ShortageKeeping extends ShortageFinding {
  readonly tail: Pick<EventTail, 'told'>;
  readonly onFailure: (cause: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
// While there are no pools, and nobody told of a write, only what nobody told of can have made one.
const LOOK_WITHOUT_POOLS_EVERY_MS = 10_000;

/** Tells when a pool becomes short of what is asked of it or booked for it, and when no longer. One node does it. */
export function announceShortages({ tail, onFailure, ...finding }: ShortageKeeping): Repeating {
  const find = findShortages(finding);
  let none: { readonly told: number; readonly seenAt: number } | undefined;
  return repeatEvery({ everyMs: LOOK_EVERY_MS, onFailure }, async () => {
    const [told, at] = [tail.told(), performance.now()];
    if (none?.told === told && at - none.seenAt < LOOK_WITHOUT_POOLS_EVERY_MS) return;
    none = undefined;
    if ((await find()) === 'no pools') none = { told, seenAt: at };
  });
}

type Found = 'no pools' | 'looked' | 'not chosen';

export function findShortages({ store, knowledge, board, now, isChosen }: ShortageFinding): () => Promise<Found> {
  const bookings = watchBookings({ store, knowledge, turn: nextTurn }, now);
  const delay = createShortageDelay();

  async function tell(found: FoundShortages): Promise<void> {
    const { poolId } = found.pool;
    for (const shortage of delay.due(found)) await store.write(noteShortage, { poolId, now: now(), ...shortage });
  }

  return async () => {
    if (!(await isChosen())) {
      // Whatever another node looked at, this one has to see for itself when it takes over.
      bookings.clear();
      delay.clear();
      return 'not chosen';
    }
    const pools = await store.read(listPresentPools, undefined);
    if (pools.length === 0) {
      bookings.clear();
      delay.clear();
      return 'no pools';
    }
    await bookings.refresh(pools);
    const told = Map.groupBy(await store.read(listShortages, undefined), ({ poolId }) => poolId);
    const divisions = new Map(board.inForce(now()).map(({ poolId, division }) => [poolId, division]));
    for (const pool of pools) {
      const of = { pool, told: told.get(pool.poolId) ?? [] };
      const division = divisions.get(pool.poolId);
      const asked = division && askedShortage({ ...division, shares: division.shares.values() });
      await tell({ ...of, shortOf: 'asked', at: now(), missing: asked === undefined ? [] : [asked] });
      const booked = bookings.of(pool.poolId);
      if (booked !== undefined) await tell({ ...of, shortOf: 'booked', ...booked });
    }
    return 'looked';
  };
}
