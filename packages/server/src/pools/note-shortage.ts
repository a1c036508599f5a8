import type { PoolId } from '@setpoint/contract';
import { instantText, type PoolShortage } from '@setpoint/core';
import { appendPoolEvent } from '../events/append-events.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface NoteShortageInput extends Pick<PoolShortage, 'shortOf' | 'direction'> {
  readonly poolId: PoolId;
  /** Since when it has been so. */
  readonly at: number;
  readonly now: number;
  /** null: nothing is missing any more. */
  readonly missing: Pick<PoolShortage, 'wantedWatts' | 'missingWatts' | 'binds'> | null;
}

type Key = { poolId: string; shortOf: 'asked' | 'booked'; direction: 'import' | 'export' };

const poolRow = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('removed_at').where('pool_id', '=', param('poolId')).forUpdate(),
);

const removal = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('removed_at').where('pool_id', '=', param('poolId')),
);

const toldSince = statement<Key>()(({ db, param }) =>
  db
    .selectFrom('pool_shortage')
    .select('since')
    .where('pool_id', '=', param('poolId'))
    .where('short_of', '=', param('shortOf'))
    .where('direction', '=', param('direction')),
);

const insertShortage = statement<Key & { since: number }>()(({ db, param }) =>
  db.insertInto('pool_shortage').values({
    pool_id: param('poolId'),
    short_of: param('shortOf'),
    direction: param('direction'),
    since: param('since'),
  }),
);

const deleteShortage = statement<Key>()(({ db, param }) =>
  db
    .deleteFrom('pool_shortage')
    .where('pool_id', '=', param('poolId'))
    .where('short_of', '=', param('shortOf'))
    .where('direction', '=', param('direction')),
);

const WATTS_PER_KW = 1_000;

/** Tells that a pool is short, or no longer so. What was told before, by whichever node, is not told again. */
export const noteShortage = defineWrite({
  name: 'noteShortage',
  record: 'not recorded: the clock does it, and an event tells it',
  run: async (tx: Tx, input: NoteShortageInput): Promise<void> => {
    const { poolId, shortOf, direction, at, now, missing } = input;
    const key = { poolId, shortOf, direction };
    await tx.lock(poolRow, { poolId });
    if ((await tx.first(removal, { poolId }))?.removed_at !== null) return;
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
