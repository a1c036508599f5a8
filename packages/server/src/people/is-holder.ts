import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';

const holderById = readBy('client', ['clientId', 'kind']);

/** Whether there is such a person or group. */
export async function isHolder(tx: Tx, { id, kind }: Holder): Promise<boolean> {
  return (await tx.first(holderById, { clientId: id, kind })) !== undefined;
}
