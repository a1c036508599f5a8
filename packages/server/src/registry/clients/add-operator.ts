import { SCOPES } from '@setpoint/contract';
import { ALL_SITES, putGrant } from '../../access/grants/put-grant.ts';
import type { Tx } from '../../store/tx.ts';
import { addClient, type AddClientInput } from './add-client.ts';
import type { Done } from '../../trail/deed.ts';

/** Adds a client that may do everything everywhere. */
export async function addOperator(tx: Tx, operator: Omit<AddClientInput, 'scopes'> & Done): Promise<void> {
  await addClient.run(tx, { ...operator, scopes: SCOPES });
  const { clientId, by } = operator;
  await putGrant.run(tx, { clientId, siteId: ALL_SITES, canSchedule: true, by });
}
