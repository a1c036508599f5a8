import { type ClientId, type Scope, scopesOfRoles } from '@setpoint/contract';
import { scopesFromText } from '../identity/find-client.ts';
import { findPersonNow } from './find-person-now.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A session that was last used by `idleSince` is over. */
type FindConsoleSessionInput = { readonly sessionHash: string; readonly now: number; readonly idleSince: number };

/** What a session has that a provider vouched for. */
export interface PersonSession {
  readonly sessionId: string;
  readonly subject: string;
  readonly provider: string | null;
  readonly sealed: string | null;
  /** When the provider is next to be asked. */
  readonly askAgainAt: number;
}

/** Somebody who is signed in. */
export interface FoundSession {
  readonly sessionId: string;
  readonly clientId: ClientId;
  readonly clientName: string;
  /** What the link was made for, as far as the client still may; of a person what their roles allow now. */
  readonly scopes: readonly Scope[];
  /** The number of the secret that the link was made with. */
  readonly generation: number;
  readonly endsAt: number;
  /** Left out for a client. */
  readonly person?: PersonSession;
}

const sessionByHash = statement<{ sessionHash: string; now: number; idleSince: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('client', 'client.client_id', 'console_session.client_id')
    .leftJoin('person', 'person.person_id', 'console_session.client_id')
    .select(['client.client_id', 'client_name', 'good_from', 'console_session.generation', 'ends_at'])
    .select(['console_session.scopes', 'client.scopes as client_scopes'])
    .select(['session_id', 'subject', 'provider', 'sealed', 'ask_again_at'])
    .where('session_hash', '=', param('sessionHash'))
    .where('ends_at', '>', param('now'))
    .where('used_at', '>', param('idleSince'))
    .where('is_enabled', '=', 1),
);

/** Who is signed in with this session; undefined when it is over, or never was. */
export async function findConsoleSession(tx: Tx, input: FindConsoleSessionInput): Promise<FoundSession | undefined> {
  const row = await tx.first(sessionByHash, input);
  if (row === undefined || row.generation < row.good_from) return undefined;
  const { generation, ends_at: endsAt, client_name: clientName, session_id: sessionId, subject } = row;
  const found = { sessionId, clientId: row.client_id as ClientId, clientName, generation, endsAt };
  if (subject === null) {
    const may = scopesFromText(row.client_scopes);
    return { ...found, scopes: scopesFromText(row.scopes).filter((scope) => may.includes(scope)) };
  }
  const person = await findPersonNow(tx, { personId: found.clientId, sessionId });
  const { provider, sealed, ask_again_at: askAgainAt } = row;
  return {
    ...found,
    scopes: [...scopesOfRoles(person?.roles ?? [])],
    person: { sessionId, subject, provider, sealed, askAgainAt },
  };
}
