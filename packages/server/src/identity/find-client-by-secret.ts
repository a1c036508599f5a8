import { timingSafeEqual } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type FoundClient, foundFromRow } from './find-client.ts';

const secretsOfClient = statement<{ clientId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('client')
    .innerJoin('client_secret', 'client_secret.client_id', 'client.client_id')
    .select(['client.client_id', 'is_enabled', 'scopes', 'secret_hash', 'client_secret.generation', 'ends_at'])
    .where('client.client_id', '=', param('clientId'))
    .where(inForce(dialect, 'ends_at')),
);

/** A client with the number of the secret that it knows. */
export interface FoundBySecret extends FoundClient {
  readonly generation: number;
  /** When that secret ends by itself. */
  readonly secretEndsAt: number;
}

/** The client that this secret belongs to, enabled or not. */
export async function findClientBySecret(
  tx: Tx,
  { clientId, secretHash }: { clientId: ClientId; secretHash: string },
): Promise<FoundBySecret | undefined> {
  const rows = await tx.all(secretsOfClient, { clientId });
  const matching = rows.filter((row) => isSameHash(row.secret_hash, secretHash));
  const row = matching.at(0);
  return row === undefined
    ? undefined
    : { ...foundFromRow(row), generation: row.generation, secretEndsAt: row.ends_at };
}

function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
