import type { PoolId } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';

const seatRow = readBy('pool_seat', ['poolId'], ['holderId', 'takenAt', 'reason', 'givenBackAt']);

/** What the audit log says of the seat of a pool. */
export const seatRecord = {
  subject: ({ poolId }: { readonly poolId: PoolId }): Subject => ({ kind: 'pool', id: poolId }),
  read: async (tx: Tx, { poolId }: { readonly poolId: PoolId }): Promise<State | undefined> => {
    const seat = await tx.first(seatRow, { poolId });
    if (seat === undefined || seat.givenBackAt !== null) return undefined;
    return { holderId: seat.holderId, takenAt: instantText(seat.takenAt), reason: seat.reason };
  },
};
