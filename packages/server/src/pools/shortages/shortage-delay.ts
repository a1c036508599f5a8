import { type PoolShortage, toldAfterMs } from '@setpoint/core';
import type { ToldShortage } from './list-shortages.ts';
import type { PresentPool } from './list-present-pools.ts';

/** What was found missing in a pool at an instant, of what is asked or of what is booked, and what was told of that. */
export interface FoundShortages {
  readonly pool: PresentPool;
  readonly shortOf: PoolShortage['shortOf'];
  readonly at: number;
  readonly missing: readonly PoolShortage[];
  readonly told: readonly ToldShortage[];
}

/** Something to tell, with the instant since when it is so. */
interface DueShortage extends Pick<PoolShortage, 'shortOf' | 'direction'> {
  readonly at: number;
  /** null: nothing is missing any more. */
  readonly missing: PoolShortage | null;
}

export interface ShortageDelay {
  /** What has been otherwise than it was told for so long that it is to be told now. */
  due(found: FoundShortages): DueShortage[];
  clear(): void;
}

const DIRECTIONS = ['import', 'export'] as const;

/** Keeps what comes and goes within moments from being told. */
export function createShortageDelay(): ShortageDelay {
  /** Since when it is otherwise than it was told. */
  const otherwise = new Map<string, number>();
  return {
    due: ({ pool, shortOf, at, missing, told }) =>
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
