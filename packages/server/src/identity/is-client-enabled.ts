import type { ClientId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const enabledOf = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select('is_enabled').where('client_id', '=', param('clientId')),
);

export async function isClientEnabled(tx: Tx, { clientId }: { clientId: ClientId }): Promise<boolean> {
  const row = await tx.first(enabledOf, { clientId });
  return row?.is_enabled === 1;
}
