import { advanceClock, type StoreClock } from '@setpoint/core';
import { defineWrite } from './define-write.ts';
import { fields } from './fields.ts';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const clockOfStore = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('store_state').select(fields('clockAt', 'clockClaimedAt', 'clockHeldMs')),
);

const noteClock = statement<{ at: number; claimedAt: number; heldMs: number }>()(({ db, param }) =>
  db
    .updateTable('store_state')
    .set({ clock_at: param('at'), clock_claimed_at: param('claimedAt'), clock_held_ms: param('heldMs') }),
);

export async function readStoreClock(tx: Tx, _input: object): Promise<StoreClock> {
  const row = await tx.first(clockOfStore, {});
  return { at: row?.clockAt ?? 0, claimedAt: row?.clockClaimedAt ?? 0, heldMs: row?.clockHeldMs ?? 0 };
}

/** Moves the clock of the store on by what the service ran. */
export const keepStoreClock = defineWrite({
  name: 'keepStoreClock',
  only: 'chosen',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, { now, ranMs }: { readonly now: number; readonly ranMs: number }): Promise<StoreClock> => {
    const clock = advanceClock(await readStoreClock(tx, {}), now, ranMs);
    await tx.run(noteClock, { ...clock });
    return clock;
  },
});
