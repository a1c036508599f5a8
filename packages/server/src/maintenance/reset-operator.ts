import { randomUUID } from 'node:crypto';
import { type ClientId, SCOPES } from '@setpoint/contract';
import { ALL_SITES, putGrant } from '../access/put-grant.ts';
import { findClient } from '../identity/find-client.ts';
import { makeSecret } from '../identity/make-secret.ts';
import { addOperator } from '../registry/add-operator.ts';
import { addSecret } from '../registry/add-secret.ts';
import { changeClient } from '../registry/change-client.ts';
import { endCredentials } from '../registry/end-credentials.ts';
import { DEFAULT_URL, readOperatorFile, writeOperatorFile } from '../registry/operator-file.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { openPlace } from './open-place.ts';

export interface OperatorReset {
  /** A data folder or the address of a database. */
  readonly place: string;
  /** Where the operator's credential goes. */
  readonly dataDir: string;
  readonly now: number;
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

/** Lets whoever has the store at hand in again: the client of `operator.json`, or a new one in its place. */
export async function resetOperator({ place, dataDir, now }: OperatorReset): Promise<{ clientId: ClientId }> {
  await using tables = await openPlace(place);
  const known = readOperatorFile(dataDir);
  const { text: clientSecret, hash: secretHash } = makeSecret('scs_');
  const isThere = known !== undefined && (await findClient(tables.tx, known)) !== undefined;
  const clientId = isThere ? known.clientId : (randomUUID() as ClientId);
  if (isThere) await renew(tables.tx, { clientId, secretHash, now });
  else await addOperator(tables.tx, { clientId, clientName: 'operator', secretHash, now });
  await tables.commit();
  writeOperatorFile(dataDir, { url: known?.url ?? DEFAULT_URL, clientId, clientSecret });
  return { clientId };
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
