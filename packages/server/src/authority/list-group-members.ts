import type { ClientId } from '@setpoint/contract';
import { fields } from '../store/fields.ts';
import { inForce } from '../store/in-force.ts';
import { listOf } from '../store/list-of.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** That somebody is in a group, as long as what the provider said of it counts. */
export interface GroupMember {
  readonly groupId: ClientId;
  readonly issuer: string;
  readonly groupName: string;
  /** null where nobody is in it. */
  readonly personId: ClientId | null;
  readonly endsAt: number | null;
}

// Joined as `withGroups` does.
const membersOf = statement<{ ids: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('known_group')
    .leftJoin(
      db.selectFrom('claimed_group').selectAll().where(inForce(dialect, 'claimed_group.ends_at')).as('claim'),
      (join) =>
        join.onRef('claim.issuer', '=', 'known_group.issuer').onRef('claim.group_name', '=', 'known_group.group_name'),
    )
    .select(fields('groupId', 'known_group.issuer', 'known_group.groupName', 'personId', 'endsAt'))
    .where('group_id', 'in', listOf(dialect, param('ids')))
    .orderBy('known_group.group_name')
    .orderBy('group_id'),
);

/** Those of some holders of roles that are groups, with who is in each now. */
export async function listGroupMembers(tx: Tx, { ids }: { readonly ids: readonly string[] }): Promise<GroupMember[]> {
  const rows = await tx.all(membersOf, { ids: JSON.stringify(ids) });
  return rows.map(({ groupId, personId, ...row }) => ({
    ...row,
    groupId: groupId as ClientId,
    personId: personId as ClientId | null,
  }));
}
