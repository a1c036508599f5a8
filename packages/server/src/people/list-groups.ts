import type { ClientId, GivenRole } from '@setpoint/contract';
import type { NamePosition } from '../http/read/cursor-shape.ts';
import { fields } from '../store/fields.ts';
import { inForce } from '../store/in-force.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { listRoles } from './list-roles.ts';

export interface StoredGroup {
  readonly groupId: ClientId;
  readonly issuer: string;
  readonly groupName: string;
  readonly roles: readonly GivenRole[];
  readonly persons: number;
  readonly createdAt: number;
}

const groups = ({ db, dialect }: Building<never>) =>
  db
    .selectFrom('known_group')
    .innerJoin('client', 'client_id', 'group_id')
    .select(fields('groupId', 'issuer', 'groupName', 'createdAt'))
    .select((eb) =>
      eb
        .selectFrom('claimed_group')
        .select((of) => of.fn.countAll<number | string>().as('persons'))
        .whereRef('claimed_group.issuer', '=', 'known_group.issuer')
        .whereRef('claimed_group.group_name', '=', 'known_group.group_name')
        .where(inForce(dialect, 'claimed_group.ends_at'))
        .as('persons'),
    );

const pageOfGroups = statement<{ name: string; id: string; limit: number }>()((building) =>
  groups(building as Building<never>)
    .where((eb) =>
      eb(eb.refTuple('group_name', 'group_id'), '>', eb.tuple(building.param('name'), building.param('id'))),
    )
    .orderBy('group_name')
    .orderBy('group_id')
    .limit(building.param('limit')),
);

const groupById = statement<{ groupId: string }>()((building) =>
  groups(building as Building<never>).where('group_id', '=', building.param('groupId')),
);

/** The groups that were named here in the order of their names, from one position on. */
export async function listGroups(
  tx: Tx,
  { after, limit }: { readonly after: NamePosition; readonly limit: number },
): Promise<StoredGroup[]> {
  const found: StoredGroup[] = [];
  for (const row of await tx.all(pageOfGroups, { ...after, limit })) found.push(await storedFromRow(tx, row));
  return found;
}

export async function readGroup(tx: Tx, { groupId }: { groupId: ClientId }): Promise<StoredGroup | undefined> {
  const row = await tx.first(groupById, { groupId });
  return row === undefined ? undefined : storedFromRow(tx, row);
}

type GroupRow = Omit<StoredGroup, 'groupId' | 'roles' | 'persons'> & {
  readonly groupId: string;
  readonly persons: number | string | null;
};

async function storedFromRow(tx: Tx, row: GroupRow): Promise<StoredGroup> {
  const groupId = row.groupId as ClientId;
  return { ...row, groupId, roles: await listRoles(tx, { id: groupId }), persons: Number(row.persons ?? 0) };
}
