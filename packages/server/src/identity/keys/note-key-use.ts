import { updateBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';

const setLastUse = updateBy('controller_key', ['keyId'], ['lastUsedAt']);

export const noteKeyUse = defineWrite({
  name: 'noteKeyUse',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, { keyId, now }: { keyId: string; now: number }): Promise<void> => {
    await tx.run(setLastUse, { keyId, lastUsedAt: now });
  },
});
