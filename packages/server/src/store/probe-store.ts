import { defineWrite } from './define-write.ts';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const noteProbe = statement<{ now: number }>()(({ db, param }) =>
  db.updateTable('store_state').set({ probed_at: param('now') }),
);

/** The smallest durable write: whether the store can take one. */
export const probeStore = defineWrite({
  name: 'probeStore',
  isUrgent: () => true,
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, input: { now: number }): Promise<void> => {
    await tx.run(noteProbe, input);
  },
});
