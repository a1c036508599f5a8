import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { type FoundClient, foundFromRow } from '../find-client.ts';

const mappedClient = statement<{ issuer: string; subject: string }>()(({ db, param }) =>
  db
    .selectFrom('client_subject')
    .innerJoin('client', 'client.client_id', 'client_subject.client_id')
    .select(['client.client_id', 'is_enabled', 'scopes', 'ended_at'])
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject')),
);

interface MappedClient extends FoundClient {
  /** Tokens made up to this instant are over. */
  readonly endedAt: number;
}

/** The client that a subject of an outside issuer acts as; undefined unless somebody mapped it. */
export async function findMappedClient(
  tx: Tx,
  input: { issuer: string; subject: string },
): Promise<MappedClient | undefined> {
  const row = await tx.first(mappedClient, input);
  return row === undefined ? undefined : { ...foundFromRow(row), endedAt: row.ended_at };
}
