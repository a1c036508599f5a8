import { instantText } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';
import { readSigningKeys } from './read-signing-keys.ts';

/** What the audit log says of the signing keys, all together. */
export const signingKeyRecord = {
  subject: (): Subject => ({ kind: 'signing_keys', id: 'all' }),
  read: async (tx: Tx): Promise<State | undefined> => {
    const keys = await readSigningKeys(tx, {});
    if (keys.length === 0) return undefined;
    return { keys: keys.map(({ kid, createdAt }) => ({ keyId: kid, createdAt: instantText(createdAt) })) };
  },
};
