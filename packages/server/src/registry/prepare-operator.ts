import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import type { Store } from '../store/store.ts';
import { readOperatorFile, removeOperatorFile, writeOperatorFile } from './operator-file.ts';
import { ensureOperator } from './ensure-operator.ts';

export interface OperatorPreparation {
  readonly store: Store;
  readonly dataDir: string;
  readonly url: string;
  readonly now: () => number;
}

/** Leaves the operator's credential and the service's address where the command line finds them. */
export async function prepareOperator(preparation: OperatorPreparation): Promise<{ isFirstStart: boolean }> {
  const { store, dataDir, url, now } = preparation;
  const known = readOperatorFile(dataDir);
  const operator = known ?? { clientId: randomUUID() as ClientId, clientSecret: makeSecret('scs_').text };
  // The file comes first: a crash between the two leaves a file that the next start makes good.
  writeOperatorFile(dataDir, { url, clientId: operator.clientId, clientSecret: operator.clientSecret });
  const secretHash = hashSecret(operator.clientSecret);
  const { kind } = await store.write(ensureOperator, { clientId: operator.clientId, secretHash, now: now() });
  if (kind === 'exists' && known === undefined) removeOperatorFile(dataDir);
  return { isFirstStart: kind === 'created' };
}
