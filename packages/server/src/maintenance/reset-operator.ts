import { secretRows } from '../identity/secret-rows.ts';
import { clientRows } from '../identity/client-rows.ts';
import { randomUUID } from 'node:crypto';
import { type ClientId, parseClientId, SCOPES } from '@setpoint/contract';
import { ALL_SITES, putGrant } from '../access/grants/put-grant.ts';
import { findClient } from '../identity/find-client.ts';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import { addOperator } from '../registry/clients/add-operator.ts';
import { addSecret } from '../registry/clients/add-secret.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { endCredentials } from '../identity/end-credentials.ts';
import { DEFAULT_URL, readOperatorFile, writeOperatorFile } from '../registry/clients/operator-file.ts';
import type { Tx } from '../store/tx.ts';
import { MaintenanceError, type Tables } from './tables.ts';
import { openPlace } from './open-place.ts';
import type { Done } from '../trail/deed.ts';
import { byShell } from './by-shell.ts';

export interface OperatorReset {
  /** A data folder or the address of a database. */
  readonly place: string;
  /** Where the operator's credential goes. */
  readonly dataDir: string;
  readonly now: number;
  /** The one that the environment names: it gets the secret that is there, and no file is written. */
  readonly operator?: { readonly clientId: string; readonly clientSecret: string } | undefined;
}

/** Lets whoever has the store at hand in again: the client that the environment or `operator.json` names, or a new one. */
export async function resetOperator(reset: OperatorReset): Promise<{ clientId: ClientId }> {
  const { place, dataDir, now, operator } = reset;
  await using tables = await openPlace(place);
  if (operator === undefined) return await resetByFile(tables, { dataDir, now });
  const { clientId, clientSecret } = givenOperator(operator);
  await put(tables.tx, { clientId, secretHash: hashSecret(clientSecret), now, by: byShell() });
  await tables.commit();
  return { clientId };
}

async function resetByFile(
  tables: Tables,
  { dataDir, now }: Pick<OperatorReset, 'dataDir' | 'now'>,
): Promise<{ clientId: ClientId }> {
  const known = readOperatorFile(dataDir);
  const { text: clientSecret, hash: secretHash } = makeSecret('scs_');
  const isThere = known !== undefined && (await findClient(tables.tx, known)) !== undefined;
  const clientId = isThere ? known.clientId : (randomUUID() as ClientId);
  await put(tables.tx, { clientId, secretHash, now, by: byShell() });
  await tables.commit();
  writeOperatorFile(dataDir, { url: known?.url ?? DEFAULT_URL, clientId, clientSecret });
  return { clientId };
}

interface Put extends Done {
  readonly clientId: ClientId;
  readonly secretHash: string;
  readonly now: number;
}

async function put(tx: Tx, operator: Put): Promise<void> {
  if ((await findClient(tx, operator)) !== undefined) await renew(tx, operator);
  else await addOperator(tx, { ...operator, clientName: 'operator' });
}

function givenOperator({ clientId: id, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) {
  const clientId = parseClientId(id);
  if (clientId === undefined) throw new MaintenanceError(`SETPOINT_OPERATOR_ID: ${JSON.stringify(id)} is not a UUID`);
  return { clientId, clientSecret };
}

async function renew(tx: Tx, operator: Put): Promise<void> {
  const { clientId, now, by } = operator;
  await tx.run(secretRows.removeAll, { clientId });
  await changeClient.run(tx, { clientId, isEnabled: true, now, by });
  await endCredentials(tx, { clientId, now });
  await tx.run(clientRows.setScopes, { clientId, scopes: SCOPES.join(' ') });
  await putGrant.run(tx, { clientId, siteId: ALL_SITES, canSchedule: true, by });
  await addSecret.run(tx, operator);
}
