import { type ClientId, isScope, type Scope } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const holderById = readBy('client', ['clientId']);

/** Whether there is a client or a person with this id. */
export async function isCallerKnown(tx: Tx, { clientId }: { clientId: ClientId }): Promise<boolean> {
  return (await tx.first(holderById, { clientId })) !== undefined;
}

/** A client as the database has it now. */
export interface FoundClient {
  readonly clientId: ClientId;
  readonly isEnabled: boolean;
  /** The most that a token of this client can be good for. */
  readonly scopes: readonly Scope[];
}

const clientById = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .select(['client_id', 'is_enabled', 'scopes'])
    .where('client_id', '=', param('clientId'))
    .where('kind', '=', 'client'),
);

export async function findClient(tx: Tx, { clientId }: { clientId: ClientId }): Promise<FoundClient | undefined> {
  const row = await tx.first(clientById, { clientId });
  return row === undefined ? undefined : foundFromRow(row);
}

export function foundFromRow(row: { client_id: string; is_enabled: number; scopes: string }): FoundClient {
  return { clientId: row.client_id as ClientId, isEnabled: row.is_enabled === 1, scopes: scopesFromText(row.scopes) };
}

export function scopesFromText(text: string): Scope[] {
  return text.split(' ').filter(isScope);
}
