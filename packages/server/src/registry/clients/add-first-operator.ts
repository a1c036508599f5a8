import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { addOperator } from './add-operator.ts';
import { lockStoreState } from '../../store/lock-site.ts';

export interface AddFirstOperatorInput {
  /** What the operator gets if there is nobody yet; unused otherwise. */
  readonly clientId: ClientId;
  readonly secretHash: string;
  readonly now: number;
}

const anyClient = statement<Record<never, never>>()(({ db }) => db.selectFrom('client').select('client_id').limit(1));

/** A store without any client gets its first: one that may do everything everywhere. */
export const addFirstOperator = defineWrite({
  name: 'addFirstOperator',
  record: 'not recorded: the first start does it, before there is anybody',
  run: async (
    tx: Tx,
    { clientId, secretHash, now }: AddFirstOperatorInput,
  ): Promise<{ readonly kind: 'created' | 'exists' }> => {
    await lockStoreState(tx);
    if ((await tx.first(anyClient, {})) !== undefined) return { kind: 'exists' };
    await addOperator(tx, { clientId, clientName: 'operator', secretHash, now });
    return { kind: 'created' };
  },
});
