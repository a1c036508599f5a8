import type { ClientId } from '@setpoint/contract';
import { findClient } from '../../identity/find-client.ts';
import { findClientBySecret } from '../../identity/find-client-by-secret.ts';
import { defineWrite } from '../../store/define-write.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';
import { addOperator } from './add-operator.ts';
import { addSecret } from './add-secret.ts';

export interface PutGivenOperatorInput {
  readonly clientId: ClientId;
  readonly secretHash: string;
  readonly now: number;
}

/** Makes the credential that the environment names good, whichever node comes first; a disabled client stays out. */
export const putGivenOperator = defineWrite({
  name: 'putGivenOperator',
  record: 'not recorded: a move from another store keeps what it has',
  run: async (
    tx: Tx,
    { clientId, secretHash, now }: PutGivenOperatorInput,
  ): Promise<{ readonly kind: 'created' | 'kept' | 'renewed' | 'disabled' }> => {
    await lockStoreState(tx);
    const client = await findClient(tx, { clientId });
    if (client === undefined) {
      await addOperator(tx, { clientId, clientName: 'operator', secretHash, now });
      return { kind: 'created' };
    }
    if (!client.isEnabled) return { kind: 'disabled' };
    if ((await findClientBySecret(tx, { clientId, secretHash })) !== undefined) return { kind: 'kept' };
    await addSecret.run(tx, { clientId, secretHash, now });
    return { kind: 'renewed' };
  },
});
