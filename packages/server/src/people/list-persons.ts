import type { ClientId, GivenRole } from '@setpoint/contract';
import type { NamePosition } from '../http/read/cursor-shape.ts';
import { fields } from '../store/fields.ts';
import { inForce } from '../store/in-force.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { listRoles } from './list-roles.ts';

export interface StoredPerson {
  readonly personId: ClientId;
  readonly issuer: string;
  readonly subject: string;
  readonly personName: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly isEnabled: boolean;
  readonly roles: readonly GivenRole[];
  readonly groups: readonly string[];
  readonly signedInAt: number | null;
  readonly createdAt: number;
}

const persons = ({ db }: Building<never>) =>
  db
    .selectFrom('person')
    .innerJoin('client', 'client_id', 'person_id')
    .select(fields('personId', 'issuer', 'subject', 'email', 'verifiedEmail', 'isEnabled', 'signedInAt', 'createdAt'))
    .select('client_name as personName');

const pageOfPersons = statement<{ name: string; id: string; limit: number }>()((building) =>
  persons(building as Building<never>)
    .where((eb) =>
      eb(eb.refTuple('client_name', 'person_id'), '>', eb.tuple(building.param('name'), building.param('id'))),
    )
    .orderBy('client_name')
    .orderBy('person_id')
    .limit(building.param('limit')),
);

const personById = statement<{ personId: string }>()((building) =>
  persons(building as Building<never>).where('person_id', '=', building.param('personId')),
);

const groupsOf = statement<{ personId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('claimed_group')
    .select('group_name')
    .where('person_id', '=', param('personId'))
    .where(inForce(dialect, 'ends_at'))
    .orderBy('group_name'),
);

/** The persons in the order of their names, from one position on. */
export async function listPersons(
  tx: Tx,
  { after, limit }: { readonly after: NamePosition; readonly limit: number },
): Promise<StoredPerson[]> {
  const found: StoredPerson[] = [];
  for (const row of await tx.all(pageOfPersons, { ...after, limit })) found.push(await storedFromRow(tx, row));
  return found;
}

export async function readPerson(tx: Tx, { personId }: { personId: ClientId }): Promise<StoredPerson | undefined> {
  const row = await tx.first(personById, { personId });
  return row === undefined ? undefined : storedFromRow(tx, row);
}

type PersonRow = Omit<StoredPerson, 'personId' | 'isEmailVerified' | 'isEnabled' | 'roles' | 'groups'> & {
  readonly personId: string;
  readonly verifiedEmail: string | null;
  readonly isEnabled: number;
};

async function storedFromRow(tx: Tx, { verifiedEmail, ...row }: PersonRow): Promise<StoredPerson> {
  const personId = row.personId as ClientId;
  const groups = await tx.all(groupsOf, { personId });
  return {
    ...row,
    personId,
    isEmailVerified: row.email !== null && row.email === verifiedEmail,
    isEnabled: row.isEnabled === 1,
    roles: await listRoles(tx, { id: personId }),
    groups: groups.map(({ group_name: name }) => name),
  };
}
