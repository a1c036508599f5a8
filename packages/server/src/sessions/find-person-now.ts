import { isRole } from '@setpoint/contract';
import { sql } from 'kysely';
import { inForce } from '../store/in-force.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { PersonInSession, PersonNow } from '../identity/person-in-session.ts';
import { withGroups } from '../access/grantees.ts';

// A row for each role, and one for somebody who has none.
const personWithRoles = statement<{ personId: string; sessionId: string }>()((building) => {
  const { db, dialect, param } = building;
  return db
    .selectFrom('client')
    .innerJoin('console_session', 'console_session.client_id', 'client.client_id')
    .leftJoin(heldRoles(building).as('held'), (join) => join.onTrue())
    .select(['client_name', 'held.role'])
    .where('client.client_id', '=', param('personId'))
    .where('kind', '=', 'person')
    .where('is_enabled', '=', 1)
    .where('session_id', '=', param('sessionId'))
    .where(inForce(dialect, 'console_session.ends_at'));
});

function heldRoles({ dialect, param }: Building<{ personId: string; sessionId: string }>) {
  const isTheirs = withGroups(dialect, param('personId'));
  return sql<{ role: string }>`(
    SELECT role FROM site_grant
    WHERE role IS NOT NULL AND ${isTheirs('site_grant.client_id')} AND ${inForce(dialect, 'site_grant.ends_at')}
    UNION
    SELECT role FROM pool_grant
    WHERE role IS NOT NULL AND ${isTheirs('pool_grant.client_id')} AND ${inForce(dialect, 'pool_grant.ends_at')})`;
}

/** Who a token of a person speaks for; undefined once the person is disabled or the session over. */
export async function findPersonNow(tx: Tx, input: PersonInSession): Promise<PersonNow | undefined> {
  const rows = await tx.all(personWithRoles, { ...input });
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    personName: first.client_name,
    roles: rows.flatMap(({ role }) => (role !== null && isRole(role) ? role : [])),
  };
}
