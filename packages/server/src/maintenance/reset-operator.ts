import { randomUUID } from 'node:crypto';
import { type ClientId, parseClientId, SCOPES } from '@setpoint/contract';
import { ALL_SITES, putGrant } from '../access/put-grant.ts';
import { findClient } from '../identity/find-client.ts';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import { addOperator } from '../registry/add-operator.ts';
import { addSecret } from '../registry/add-secret.ts';
import { changeClient } from '../registry/change-client.ts';
import { endCredentials } from '../registry/end-credentials.ts';
import { DEFAULT_URL, readOperatorFile, writeOperatorFile } from '../registry/operator-file.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { MaintenanceError } from './tables.ts';
import { openPlace } from './open-place.ts';

export interface OperatorReset {
  /** A data folder or the address of a database. */
  readonly place: string;
  /** Where the operator's credential goes. */
  readonly dataDir: string;
  readonly now: number;
  /** The one that the environment names: it gets the secret that is there, and no file is written. */
  readonly operator?: { readonly clientId: string; readonly clientSecret: string } | undefined;
}

const removeSecrets = statement<{ clientId: string }>()(({ db, param }) =>
  db.deleteFrom('client_secret').where('client_id', '=', param('clientId')),
);

const setScopes = statement<{ clientId: string; scopes: string }>()(({ db, param }) =>
  db
    .updateTable('client')
    .set({ scopes: param('scopes') })
    .where('client_id', '=', param('clientId')),
);

/** Lets whoever has the store at hand in again: the client that the environment or `operator.json` names, or a new one. */
export async function resetOperator(reset: OperatorReset): Promise<{ clientId: ClientId }> {
  const { place, dataDir, now } = reset;
  const operator = reset.operator && givenOperator(reset.operator);
  await using tables = await openPlace(place);
  const file = operator === undefined ? readOperatorFile(dataDir) : undefined;
  const named = operator ?? file;
  const isThere = named !== undefined && (await findClient(tables.tx, named)) !== undefined;
  const clientId = isThere ? named.clientId : (operator?.clientId ?? (randomUUID() as ClientId));
  const clientSecret = operator?.clientSecret ?? makeSecret('scs_').text;
  const renewed = { clientId, secretHash: hashSecret(clientSecret), now };
  if (isThere) await renew(tables.tx, renewed);
  else await addOperator(tables.tx, { ...renewed, clientName: 'operator' });
  await tables.commit();
  if (operator === undefined) writeOperatorFile(dataDir, { url: file?.url ?? DEFAULT_URL, clientId, clientSecret });
  return { clientId };
}

function givenOperator({ clientId: id, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) {
  const clientId = parseClientId(id);
  if (clientId === undefined) throw new MaintenanceError(`SETPOINT_OPERATOR_ID: ${JSON.stringify(id)} is not a UUID`);
  return { clientId, clientSecret };
}

async function renew(tx: Tx, operator: { clientId: ClientId; secretHash: string; now: number }): Promise<void> {
  const { clientId, now } = operator;
  await tx.run(removeSecrets, { clientId });
  await changeClient.run(tx, { clientId, isEnabled: true, now });
  await endCredentials(tx, { clientId, now });
  await tx.run(setScopes, { clientId, scopes: SCOPES.join(' ') });
  await putGrant.run(tx, { clientId, siteId: ALL_SITES, canSchedule: true });
  await addSecret.run(tx, operator);
}
