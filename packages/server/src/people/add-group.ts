import type { ClientId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import { insert } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { clientRows } from '../identity/client-rows.ts';
import { recorded } from '../trail/recorded.ts';
import { groupRecord } from './holder-record.ts';

export interface AddGroupInput {
  readonly groupId: ClientId;
  readonly issuer: string;
  readonly groupName: string;
  readonly now: number;
}

export type AddGroupOutput = { readonly kind: 'added' } | { readonly kind: 'group_exists' };

const groupAt = readBy('known_group', ['issuer', 'groupName']);

const insertGroup = insert('known_group', ['groupId', 'issuer', 'groupName']);

/** Names a group of a provider, so that it can hold roles. */
export const addGroup = defineWrite({
  name: 'addGroup',
  record: recorded(groupRecord),
  run: async (tx: Tx, { groupId, issuer, groupName, now }: AddGroupInput): Promise<AddGroupOutput> => {
    await lockStoreState(tx);
    if ((await tx.first(groupAt, { issuer, groupName })) !== undefined) return { kind: 'group_exists' };
    await tx.run(clientRows.insertHolder, { clientId: groupId, kind: 'group', clientName: groupName, createdAt: now });
    await tx.run(insertGroup, { groupId, issuer, groupName });
    return { kind: 'added' };
  },
});
