import type { ClientId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';

const enabledOf = readBy('client', ['clientId'], ['isEnabled']);

export async function isClientEnabled(tx: Tx, { clientId }: { clientId: ClientId }): Promise<boolean> {
  const row = await tx.first(enabledOf, { clientId });
  return row?.isEnabled === 1;
}
