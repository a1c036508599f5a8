import type { HoldId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import { readHold } from './read-hold.ts';

interface Named {
  readonly holdId: HoldId;
}

/** What the audit log says of a hold. */
export const holdRecord = {
  subject: ({ holdId }: Named): Subject => ({ kind: 'hold', id: holdId }),
  read: async (tx: Tx, { holdId }: Named): Promise<State | undefined> => {
    const hold = await readHold(tx, { holdId });
    if (hold === undefined) return undefined;
    const { siteId, poolId, asset, clientId, reason, madeBy, createdAt, releasedAt } = hold;
    const times = { createdAt: instantText(createdAt), releasedAt: instantTextOrNull(releasedAt) };
    return { siteId, poolId, asset, clientId, reason, madeBy, ...times };
  },
};
