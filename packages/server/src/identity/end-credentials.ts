import type { ClientId } from '@setpoint/contract';
import { updateBy } from '../store/put.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const numbersOf = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client')
    .leftJoin('client_secret', 'client_secret.client_id', 'client.client_id')
    .select((eb) => ['client.generation', eb.fn.min('client_secret.generation').as('oldest')])
    .where('client.client_id', '=', param('clientId'))
    .groupBy('client.generation'),
);

const renumberSecrets = statement<{ clientId: string; by: number }>()(({ db, param }) =>
  db
    .updateTable('client_secret')
    .set((eb) => ({ generation: eb('generation', '+', param('by')) }))
    .where('client_id', '=', param('clientId')),
);

const endEarlier = updateBy('client', ['clientId'], ['generation', 'goodFrom', 'endedAt']);

/** Ends every token, session and link of a client. Its secrets stay good, under numbers that nothing was made with. */
export async function endCredentials(tx: Tx, { clientId, now }: { clientId: ClientId; now: number }): Promise<void> {
  const row = await tx.first(numbersOf, { clientId });
  if (row === undefined) return;
  const goodFrom = row.generation + 1;
  const by = goodFrom - (row.oldest ?? goodFrom);
  await tx.run(renumberSecrets, { clientId, by });
  await tx.run(endEarlier, { clientId, generation: row.generation + Math.max(by, 1), goodFrom, endedAt: now });
}
