import { timingSafeEqual } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type FoundClient, foundFromRow } from './find-client.ts';

const secretsOfClient = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .innerJoin('client_secret', 'client_secret.client_id', 'client.client_id')
    .select(['client.client_id', 'is_enabled', 'scopes', 'secret_hash'])
    .where('client.client_id', '=', param('clientId')),
);

/** The client that this secret belongs to, enabled or not. */
export async function findClientBySecret(
  tx: Tx,
  { clientId, secretHash }: { clientId: ClientId; secretHash: string },
): Promise<FoundClient | undefined> {
  const rows = await tx.all(secretsOfClient, { clientId });
  const matching = rows.filter((row) => isSameHash(row.secret_hash, secretHash));
  const row = matching.at(0);
  return row === undefined ? undefined : foundFromRow(row);
}

function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
