import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';

const holderById = statement<{ id: string; kind: string }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .select('client_id')
    .where('client_id', '=', param('id'))
    .where('kind', '=', param('kind') as Holder['kind']),
);

/** Whether there is such a person or group. */
export async function isHolder(tx: Tx, { id, kind }: Holder): Promise<boolean> {
  return (await tx.first(holderById, { id, kind })) !== undefined;
}
