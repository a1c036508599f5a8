import type { ClientId } from '@setpoint/contract';
import { fields } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface StoredSession {
  readonly sessionId: string;
  readonly means: 'link' | 'provider' | 'command line';
  readonly provider: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly begunAt: number;
  readonly usedAt: number;
  readonly endsAt: number;
}

interface ListSessionsInput {
  readonly clientId: ClientId;
  readonly now: number;
  readonly idleSince: number;
}

// Of old ones, that have no name, none can be ended by itself.
const sessionsOf = statement<{ clientId: string; now: number; idleSince: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('client', 'client.client_id', 'console_session.client_id')
    .select(fields('sessionId', 'means', 'provider', 'address', 'agent', 'begunAt', 'usedAt', 'endsAt'))
    .where('console_session.client_id', '=', param('clientId'))
    .whereRef('console_session.generation', '>=', 'client.good_from')
    .where('ends_at', '>', param('now'))
    .where('used_at', '>', param('idleSince'))
    .orderBy('used_at', 'desc')
    .orderBy('session_id')
    .limit(1_000),
);

/** Where a client or a person is signed in, the latest used first. */
export async function listSessions(tx: Tx, input: ListSessionsInput): Promise<StoredSession[]> {
  const rows = await tx.all(sessionsOf, { ...input });
  return rows;
}
