import type { Scope } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { scopesFromText } from './find-client.ts';
import type { ActingClaim } from './tokens/acting-claim.ts';

/** What lets a client exchange the token of a person for one of its own. */
export const ACTING_SCOPE = 'people:act' satisfies Scope;

const actingClient = statement<{ clientId: string; generation: number }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .select(['client_name', 'scopes'])
    .where('client_id', '=', param('clientId'))
    .where('kind', '=', 'client')
    .where('is_enabled', '=', 1)
    .where('good_from', '<=', param('generation')),
);

/** The client that acts for a person; undefined once it is disabled, its secret replaced or its leave taken back. */
export async function findActingClient(tx: Tx, { clientId, generation }: ActingClaim) {
  const row = await tx.first(actingClient, { clientId, generation });
  if (row === undefined) return undefined;
  const scopes = scopesFromText(row.scopes);
  return scopes.includes(ACTING_SCOPE) ? { clientId, clientName: row.client_name, scopes } : undefined;
}
