import type { Granted } from '../access/grants/granted-to.ts';
import { grantRecord } from '../access/grants/grant-record.ts';
import { fields, readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import type { Holder } from './holder.ts';

const personById = statement<{ id: string }>()(({ db, param }) =>
  db
    .selectFrom('person')
    .innerJoin('client', 'client.client_id', 'person.person_id')
    .select(fields('clientName', 'isEnabled', 'issuer', 'subject'))
    .where('person_id', '=', param('id')),
);

const groupById = readBy('known_group', ['groupId'], ['groupName', 'issuer']);

/** What the audit log says of a person or a group. */
export const holderRecord = {
  subject: ({ kind, id }: Holder): Subject => ({ kind, id }),
  read: async (tx: Tx, { kind, id }: Holder): Promise<State | undefined> => {
    if (kind === 'group') {
      return tx.first(groupById, { groupId: id });
    }
    const person = await tx.first(personById, { id });
    if (person === undefined) return undefined;
    const { clientName: personName, isEnabled, issuer, subject } = person;
    return { personName, isEnabled: isEnabled === 1, issuer, subject };
  },
};

/** As `holderRecord`, for what names a person alone. */
export const personRecord = {
  subject: ({ personId }: { readonly personId: string }): Subject => ({ kind: 'person', id: personId }),
  read: async (tx: Tx, { personId }: { readonly personId: Holder['id'] }): Promise<State | undefined> =>
    holderRecord.read(tx, { kind: 'person', id: personId }),
};

/** As `holderRecord`, for what names a group alone. */
export const groupRecord = {
  subject: ({ groupId }: { readonly groupId: string }): Subject => ({ kind: 'group', id: groupId }),
  read: async (tx: Tx, { groupId }: { readonly groupId: Holder['id'] }): Promise<State | undefined> =>
    holderRecord.read(tx, { kind: 'group', id: groupId }),
};

interface HeldRole {
  readonly holder: Holder;
  readonly granted: Granted;
}

/** What the audit log says of a role: it is the grant of its holder. */
export const roleRecord = {
  subject: ({ holder: { id: clientId }, granted }: HeldRole): Subject =>
    granted.kind === 'pool'
      ? grantRecord.ofPool.subject({ clientId, poolId: granted.poolId })
      : grantRecord.ofSite.subject({ clientId, siteId: granted.siteId }),
  read: async (tx: Tx, { holder: { id: clientId }, granted }: HeldRole): Promise<State | undefined> =>
    granted.kind === 'pool'
      ? grantRecord.ofPool.read(tx, { clientId, poolId: granted.poolId })
      : grantRecord.ofSite.read(tx, { clientId, siteId: granted.siteId }),
};
