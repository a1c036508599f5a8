import { defineWrite } from '../store/define-write.ts';
import type { Tx } from '../store/tx.ts';
import { appendRecords, type Recording } from './append-record.ts';

/** Records what changed nothing in the store: a token, a refusal, a start. */
export const noteDeeds = defineWrite({
  name: 'noteDeeds',
  record: 'by itself: it is a list of records',
  run: async (tx: Tx, { deeds }: { readonly deeds: readonly Recording[] }): Promise<void> => {
    await appendRecords(tx, deeds);
  },
});
