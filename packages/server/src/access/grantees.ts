import { type Expression, type RawBuilder, sql } from 'kysely';
import { inForce } from '../store/in-force.ts';
import type { DialectName } from '../store/dialect-name.ts';

/** Tells of a column with holders of grants whether they are those of one caller. */
export type Grantees = (column: string) => RawBuilder<boolean>;

/** A client alone: it is in no groups. */
export function clientAlone(clientId: string | Expression<unknown>): Grantees {
  return (column) => sql<boolean>`${sql.ref(column)} = ${clientId}`;
}

/** A client, or a person with the groups that their provider claims and that somebody has named here. */
export function withGroups(dialect: DialectName, callerId: string | Expression<unknown>): Grantees {
  return (column) => sql<boolean>`${sql.ref(column)} IN (
    SELECT CAST(${callerId} AS TEXT)
    UNION ALL
    SELECT known_group.group_id FROM claimed_group
    JOIN known_group ON known_group.issuer = claimed_group.issuer AND known_group.group_name = claimed_group.group_name
    WHERE claimed_group.person_id = ${callerId} AND ${inForce(dialect, 'claimed_group.ends_at')})`;
}
