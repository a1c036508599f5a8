import { statement } from '../store/statement.ts';
import type { Tx } from '../store/store.ts';

const setLastUse = statement<{ keyId: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('controller_key')
    .set({ last_used_at: param('now') })
    .where('key_id', '=', param('keyId')),
);

export async function noteKeyUse(tx: Tx, use: { keyId: string; now: number }): Promise<void> {
  await tx.run(setLastUse, use);
}
