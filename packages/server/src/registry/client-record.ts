import { instantText, instantTextOrNull } from '@setpoint/core';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';

const clientById = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select(['client_name', 'scopes', 'is_enabled']).where('client_id', '=', param('clientId')),
);

const secretsOf = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('client_secret')
    .select(['created_at', 'ends_at'])
    .where('client_id', '=', param('clientId'))
    .orderBy('generation'),
);

interface Named {
  readonly clientId: string;
}

/** What the audit log says of a client: of its secrets, when they were made and when they end. */
export const clientRecord = {
  subject: ({ clientId }: Named): Subject => ({ kind: 'client', id: clientId }),
  look: async (tx: Tx, { clientId }: Named): Promise<State | undefined> => {
    const row = await tx.first(clientById, { clientId });
    if (row === undefined) return undefined;
    const secrets = await tx.all(secretsOf, { clientId });
    return {
      clientName: row.client_name,
      scopes: row.scopes.split(' '),
      isEnabled: row.is_enabled === 1,
      secrets: secrets.map(({ created_at: createdAt, ends_at: endsAt }) => ({
        createdAt: instantText(createdAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
      })),
    };
  },
};
