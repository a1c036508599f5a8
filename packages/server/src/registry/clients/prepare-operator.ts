import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { findClient } from '../../identity/find-client.ts';
import { findClientBySecret } from '../../identity/find-client-by-secret.ts';
import { hashSecret, makeSecret } from '../../identity/make-secret.ts';
import type { Store } from '../../store/store.ts';
import { addSecret } from './add-secret.ts';
import { type OperatorFile, readOperatorFile, removeOperatorFile, writeOperatorFile } from './operator-file.ts';
import { putGivenOperator } from './put-given-operator.ts';
import type { GivenOperator } from '../settings.ts';
import { addFirstOperator } from './add-first-operator.ts';

export interface OperatorPreparation {
  readonly store: Store;
  readonly dataDir: string;
  readonly url: string;
  readonly now: () => number;
  /** The one that the environment names: no file is written for it. */
  readonly operator?: GivenOperator | undefined;
  /** Told what a person must do so that the command line works here. */
  readonly warn: (sentence: string) => void;
}

/** Leaves the operator's credential and the service's address where the command line finds them. */
export async function prepareOperator(preparation: OperatorPreparation): Promise<{ isFirstStart: boolean }> {
  const { store, dataDir, url, now, operator: given } = preparation;
  if (given !== undefined) return await keepGiven(preparation, given);
  const known = readOperatorFile(dataDir);
  const operator = known ?? { clientId: randomUUID() as ClientId, clientSecret: makeSecret('scs_').text };
  const file = { url, clientId: operator.clientId, clientSecret: operator.clientSecret };
  // The file comes first: a crash between the two leaves a file that the next start makes good.
  writeOperatorFile(dataDir, file);
  const secretHash = hashSecret(operator.clientSecret);
  const { kind } = await store.write(addFirstOperator, { clientId: operator.clientId, secretHash, now: now() });
  if (kind === 'exists' && known === undefined) removeOperatorFile(dataDir);
  if (kind === 'exists' && known !== undefined) await mendFile(preparation, file);
  return { isFirstStart: kind === 'created' };
}

/** Gives a file whose secret was replaced meanwhile one of its own; who may write it may do everything here anyway. */
async function mendFile({ store, dataDir, now, warn }: OperatorPreparation, file: OperatorFile): Promise<void> {
  const { clientId } = file;
  const client = await store.read(findClient, { clientId });
  if (client?.isEnabled !== true) {
    const state = client === undefined ? 'is not in this store' : 'is disabled';
    warn(`the client of operator.json ${state}: stop the service and run \`setpoint operator reset\``);
    return;
  }
  const bySecret = { clientId, secretHash: hashSecret(file.clientSecret) };
  if ((await store.read(findClientBySecret, bySecret)) !== undefined) return;
  const secret = makeSecret('scs_');
  await store.write(addSecret, { clientId, secretHash: secret.hash, now: now(), isBesides: true });
  writeOperatorFile(dataDir, { ...file, clientSecret: secret.text });
}

async function keepGiven(
  { store, now, warn }: OperatorPreparation,
  { clientId, clientSecret }: GivenOperator,
): Promise<{ isFirstStart: boolean }> {
  const { kind } = await store.write(putGivenOperator, { clientId, secretHash: hashSecret(clientSecret), now: now() });
  if (kind === 'disabled') {
    warn(
      'the client of SETPOINT_OPERATOR_ID is disabled: another operator can enable it, or run `setpoint operator reset`',
    );
  }
  return { isFirstStart: kind === 'created' };
}
