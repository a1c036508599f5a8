import type { ClientId, Scope } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { scopesFromText } from '../identity/find-client.ts';

export interface UseConsoleSessionInput {
  readonly sessionHash: string;
  readonly now: number;
  /** A session that was last used by then is over. */
  readonly idleSince: number;
}

export type UseConsoleSessionOutput =
  | {
      readonly kind: 'in_session';
      readonly clientId: ClientId;
      readonly clientName: string;
      /** What the link was made for, as far as the client still may. */
      readonly scopes: readonly Scope[];
      readonly endsAt: number;
    }
  | { readonly kind: 'session_over' };

const sessionByHash = statement<{ sessionHash: string }>()(({ db, param }) =>
  db
    .selectFrom('console_session')
    .innerJoin('client', 'client.client_id', 'console_session.client_id')
    .select(['client.client_id', 'client_name', 'is_enabled', 'used_at', 'ends_at'])
    .select(['console_session.scopes', 'client.scopes as client_scopes'])
    .where('session_hash', '=', param('sessionHash')),
);

const noteUse = statement<{ sessionHash: string; now: number }>()(({ db, param }) =>
  db
    .updateTable('console_session')
    .set({ used_at: param('now') })
    .where('session_hash', '=', param('sessionHash')),
);

/** Who is signed in with this session, which counts as used from now on. */
export const useConsoleSession = defineWrite({
  name: 'useConsoleSession',
  run: async (tx: Tx, input: UseConsoleSessionInput): Promise<UseConsoleSessionOutput> => {
    const { sessionHash, now, idleSince } = input;
    const row = await tx.first(sessionByHash, { sessionHash });
    if (row === undefined || row.is_enabled !== 1) return { kind: 'session_over' };
    if (row.ends_at <= now || row.used_at <= idleSince) return { kind: 'session_over' };
    await tx.run(noteUse, { sessionHash, now });
    const may = scopesFromText(row.client_scopes);
    return {
      kind: 'in_session',
      clientId: row.client_id as ClientId,
      clientName: row.client_name,
      scopes: scopesFromText(row.scopes).filter((scope) => may.includes(scope)),
      endsAt: row.ends_at,
    };
  },
});
