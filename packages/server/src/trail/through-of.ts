import { type RawBuilder, sql } from 'kysely';

/** A column with the id and the name of the client that acted in a deed, for `actorFrom`; null where nobody did. */
export function throughOf(deedId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    SELECT acting.client_id || ' ' || COALESCE(acting_client.client_name, '')
    FROM acting LEFT JOIN client AS acting_client ON acting_client.client_id = acting.client_id
    WHERE acting.deed_id = ${deedId})`;
}
