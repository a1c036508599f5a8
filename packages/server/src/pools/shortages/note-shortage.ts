import type { PoolId } from '@setpoint/contract';
import { instantText, type PoolShortage, WATTS_PER_KW } from '@setpoint/core';
import { appendPoolEvent } from '../../events/append-events.ts';
import { readBy } from '../../store/fields.ts';
import { insert, removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { isPoolPresent, poolRow } from '../steps/lock-pool.ts';

export interface NoteShortageInput extends Pick<PoolShortage, 'shortOf' | 'direction'> {
  readonly poolId: PoolId;
  /** Since when it has been so. */
  readonly at: number;
  readonly now: number;
  /** null: nothing is missing any more. */
  readonly missing: Pick<PoolShortage, 'wantedWatts' | 'missingWatts' | 'binds'> | null;
}

const KEY = ['poolId', 'shortOf', 'direction'] as const;

const toldSince = readBy('pool_shortage', KEY, ['since']);

const insertShortage = insert('pool_shortage', [...KEY, 'since']);

const deleteShortage = removeBy('pool_shortage', KEY);

/** Tells that a pool is short, or no longer so. What was told before, by whichever node, is not told again. */
export const noteShortage = defineWrite({
  name: 'noteShortage',
  only: 'chosen',
  record: 'not recorded: the clock does it, and an event tells it',
  run: async (tx: Tx, input: NoteShortageInput): Promise<void> => {
    const { poolId, shortOf, direction, at, now, missing } = input;
    const key = { poolId, shortOf, direction };
    await tx.lock(poolRow, { poolId });
    if (!(await isPoolPresent(tx, poolId))) return;
    const told = await tx.first(toldSince, key);
    if ((told === undefined) === (missing === null)) return;
    const side = { shortOf, direction };
    if (told !== undefined) {
      await tx.run(deleteShortage, key);
      const data = { ...side, since: instantText(told.since) };
      return appendPoolEvent(tx, { poolId, now, event: { type: 'pool.restored', at, data } });
    }
    if (missing === null) return;
    await tx.run(insertShortage, { ...key, since: at });
    const { wantedWatts, missingWatts, binds } = missing;
    const powers = { wantedkW: wantedWatts / WATTS_PER_KW, missingkW: missingWatts / WATTS_PER_KW };
    await appendPoolEvent(tx, { poolId, now, event: { type: 'pool.short', at, data: { ...side, ...powers, binds } } });
  },
});
