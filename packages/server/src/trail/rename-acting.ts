import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const setDeed = statement<{ deedId: string; to: string }>()(({ db, param }) =>
  db
    .updateTable('acting')
    .set({ deed_id: param('to') })
    .where('deed_id', '=', param('deedId')),
);

/** Keeps who acted in a deed that has another name from now on. */
export async function renameActing(tx: Tx, renamed: { readonly deedId: string; readonly to: string }): Promise<void> {
  await tx.run(setDeed, { ...renamed });
}
