import { secretRows } from '../../identity/secret-rows.ts';
import { clientRows } from '../../identity/client-rows.ts';
import type { ClientId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { defineWrite } from '../../store/define-write.ts';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { lockClient } from '../../store/lock-site.ts';
import { recorded } from '../../trail/recorded.ts';
import { clientRecord } from './client-record.ts';

export interface AddSecretInput {
  readonly clientId: ClientId;
  readonly secretHash: string;
  readonly now: number;
  /** Left out, it never ends. */
  readonly endsAt?: number;
  /** Whether it takes the place of none: every secret that there is stays good. */
  readonly isBesides?: boolean;
}

export type AddSecretOutput = { readonly kind: 'added' } | { readonly kind: 'client_missing' };

// Two, so that a secret can be changed without a gap: the new one is rolled out while the old one still works.
const OLDER_SECRETS_KEPT = 1;

const generationOf = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select('generation').where('client_id', '=', param('clientId')).where('kind', '=', 'client'),
);

const secretsNewestFirst = readBy('client_secret', { key: ['clientId'], by: ['-generation'] }, [
  'secretHash',
  'generation',
  'endsAt',
]);

/** Gives a client another secret. Of the older ones only the newest stays good; what was made with the rest is over. */
export const addSecret = defineWrite({
  name: 'addSecret',
  record: recorded({
    ...clientRecord,
    action: 'secret.added',
    did: ({ kind }: { readonly kind: string }) => kind === 'added',
  }),
  run: async (
    tx: Tx,
    { clientId, secretHash, now, endsAt = NEVER, isBesides = false }: AddSecretInput,
  ): Promise<AddSecretOutput> => {
    await lockClient(tx, clientId);
    const client = await tx.first(generationOf, { clientId });
    if (client === undefined) return { kind: 'client_missing' };
    const generation = client.generation + 1;
    const older = await tx.all(secretsNewestFirst, { clientId });
    const kept = older.filter((row) => row.endsAt > now).slice(0, isBesides ? undefined : OLDER_SECRETS_KEPT);
    const gone = older.filter((row) => !kept.includes(row));
    for (const row of gone) await tx.run(secretRows.remove, { secretHash: row.secretHash });
    if (gone.length > 0)
      await tx.run(clientRows.endBefore, { clientId, goodFrom: kept.at(-1)?.generation ?? generation });
    await tx.run(clientRows.count, { clientId, generation });
    await tx.run(secretRows.insert, { clientId, secretHash, generation, createdAt: now, endsAt });
    return { kind: 'added' };
  },
});
