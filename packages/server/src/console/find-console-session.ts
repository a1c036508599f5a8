import type { ClientId, Scope } from '@setpoint/contract';
import { scopesFromText } from '../identity/find-client.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** A session that was last used by `idleSince` is over. */
type FindConsoleSessionInput = { readonly sessionHash: string; readonly now: number; readonly idleSince: number };

/** Somebody who is signed in. */
export interface FoundSession {
  readonly clientId: ClientId;
  readonly clientName: string;
  /** What the link was made for, as far as the client still may. */
  readonly scopes: readonly Scope[];
  /** The number of the secret that the link was made with. */
  readonly generation: number;
  readonly endsAt: number;
}

const sessionByHash = statement<{ sessionHash: string; now: number; idleSince: number }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('client', 'client.client_id', 'console_session.client_id')
    .select(['client.client_id', 'client_name', 'good_from', 'console_session.generation', 'ends_at'])
    .select(['console_session.scopes', 'client.scopes as client_scopes'])
    .where('session_hash', '=', param('sessionHash'))
    .where('ends_at', '>', param('now'))
    .where('used_at', '>', param('idleSince'))
    .where('is_enabled', '=', 1),
);

/** Who is signed in with this session; undefined when it is over, or never was. */
export async function findConsoleSession(tx: Tx, input: FindConsoleSessionInput): Promise<FoundSession | undefined> {
  const row = await tx.first(sessionByHash, input);
  if (row === undefined || row.generation < row.good_from) return undefined;
  const may = scopesFromText(row.client_scopes);
  return {
    clientId: row.client_id as ClientId,
    clientName: row.client_name,
    scopes: scopesFromText(row.scopes).filter((scope) => may.includes(scope)),
    generation: row.generation,
    endsAt: row.ends_at,
  };
}
