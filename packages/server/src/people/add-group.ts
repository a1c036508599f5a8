import type { ClientId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
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

const groupAt = statement<{ issuer: string; groupName: string }>()(({ db, param }) =>
  db
    .selectFrom('known_group')
    .select('group_id')
    .where('issuer', '=', param('issuer'))
    .where('group_name', '=', param('groupName')),
);

const insertGroup = statement<{ groupId: string; issuer: string; groupName: string }>()(({ db, param }) =>
  db
    .insertInto('known_group')
    .values({ group_id: param('groupId'), issuer: param('issuer'), group_name: param('groupName') }),
);

/** Names a group of a provider, so that it can hold roles. */
export const addGroup = defineWrite({
  name: 'addGroup',
  record: recorded(groupRecord),
  run: async (tx: Tx, { groupId, issuer, groupName, now }: AddGroupInput): Promise<AddGroupOutput> => {
    await lockStoreState(tx);
    if ((await tx.first(groupAt, { issuer, groupName })) !== undefined) return { kind: 'group_exists' };
    await tx.run(clientRows.insertHolder, { id: groupId, kind: 'group', name: groupName, now });
    await tx.run(insertGroup, { groupId, issuer, groupName });
    return { kind: 'added' };
  },
});
