import { updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';

const noteUse = updateBy('console_session', ['sessionHash'], ['usedAt']);

/** A session that was found counts as used from now on. */
export const useConsoleSession = defineWrite({
  name: 'useConsoleSession',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, { sessionHash, now }: { readonly sessionHash: string; readonly now: number }): Promise<void> => {
    await tx.run(noteUse, { sessionHash, usedAt: now });
  },
});
