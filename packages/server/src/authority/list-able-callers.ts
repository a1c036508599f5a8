import type { ClientId, Scope } from '@setpoint/contract';
import { type RawBuilder, sql } from 'kysely';
import { ACTING_SCOPE } from '../identity/find-acting-client.ts';
import { scopesFromText } from '../identity/find-client.ts';
import { fields } from '../store/fields.ts';
import { inForce } from '../store/in-force.ts';
import { listOf } from '../store/list-of.ts';
import type { DialectName } from '../store/dialect-name.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A client or a person that is let in. */
export interface AbleCaller {
  readonly clientId: ClientId;
  readonly kind: 'client' | 'person';
  readonly clientName: string;
  /** None of a person, which has those of its roles. */
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** In which it can set something. */
  readonly sessions: number;
}

type Params = { ids: string; idleSince: number };

const SETTING_SCOPE = 'schedules:write' satisfies Scope;
const OPERATING_SCOPE = 'fleet:admin' satisfies Scope;

const ableCallers = statement<Params>()(({ db, dialect, param }) =>
  db
    .selectFrom('client')
    .select(fields('client.clientId', 'kind', 'clientName', 'scopes', 'createdAt'))
    .select(openSessions(dialect, param('idleSince')).as('sessions'))
    .where('is_enabled', '=', 1)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'person'), eb('client_id', 'in', listOf(dialect, param('ids')))]),
        eb.and([
          eb('kind', '=', 'client'),
          eb('scopes', 'like', `%${SETTING_SCOPE}%`),
          canSignIn(dialect),
          eb.or([
            eb('client_id', 'in', listOf(dialect, param('ids'))),
            eb('scopes', 'like', `%${OPERATING_SCOPE}%`),
            eb('scopes', 'like', `%${ACTING_SCOPE}%`),
          ]),
        ]),
      ]),
    )
    .orderBy('client_name')
    .orderBy('client_id'),
);

// Tokens end with the secret that they were made with, and sessions with theirs.
function canSignIn(dialect: DialectName): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
      SELECT 1 FROM client_secret
      WHERE client_secret.client_id = client.client_id AND ${inForce(dialect, 'client_secret.ends_at')})
    OR EXISTS (SELECT 1 FROM client_subject WHERE client_subject.client_id = client.client_id))`;
}

function openSessions(dialect: DialectName, idleSince: number): RawBuilder<number> {
  return sql<number>`(
    SELECT COUNT(*) FROM console_session
    WHERE console_session.client_id = client.client_id AND console_session.generation >= client.good_from
      AND (client.kind = 'person' OR console_session.scopes LIKE ${sql.lit(`%${SETTING_SCOPE}%`)})
      AND console_session.used_at > ${idleSince} AND ${inForce(dialect, 'console_session.ends_at')})`;
}

export interface AbleCallersInput {
  /** Whom grants and roles let set something. */
  readonly ids: readonly string[];
  /** A session that was last used by then is over. */
  readonly idleSince: number;
}

/** Those of some holders of grants and roles that are let in now, and the clients whose scopes let them do more. */
export async function listAbleCallers(tx: Tx, { ids, idleSince }: AbleCallersInput): Promise<AbleCaller[]> {
  const rows = await tx.all(ableCallers, { ids: JSON.stringify(ids), idleSince });
  return rows.map(({ clientId, kind, scopes, ...row }) => ({
    ...row,
    clientId: clientId as ClientId,
    kind: kind === 'person' ? kind : 'client',
    scopes: scopesFromText(scopes),
  }));
}
