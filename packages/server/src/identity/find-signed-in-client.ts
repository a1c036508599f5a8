import type { ClientId, Scope } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { scopesFromText } from './find-client.ts';

/** A client that proved a secret, by the number of that. */
export interface SignedInClient {
  readonly clientId: ClientId;
  readonly generation: number;
}

const scopesNow = statement<{ clientId: string; generation: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('client')
    .innerJoin('client_secret', 'client_secret.client_id', 'client.client_id')
    .select('scopes')
    .where('client.client_id', '=', param('clientId'))
    .where('is_enabled', '=', 1)
    .where('client_secret.generation', '=', param('generation'))
    .where(inForce(dialect, 'ends_at')),
);

/** What a client may ask for now; undefined once it, or the secret that it proved, is over. */
export async function findSignedInClient(tx: Tx, client: SignedInClient): Promise<readonly Scope[] | undefined> {
  const row = await tx.first(scopesNow, { ...client });
  return row === undefined ? undefined : scopesFromText(row.scopes);
}
