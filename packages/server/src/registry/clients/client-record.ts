import { instantText, instantTextOrNull } from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import type { State, Subject } from '../../trail/deed.ts';

const clientById = readBy('client', ['clientId'], ['clientName', 'scopes', 'isEnabled']);

const secretsOf = readBy('client_secret', { key: ['clientId'], by: ['generation'] }, ['createdAt', 'endsAt']);

interface Named {
  readonly clientId: string;
}

/** What the audit log says of a client: of its secrets, when they were made and when they end. */
export const clientRecord = {
  subject: ({ clientId }: Named): Subject => ({ kind: 'client', id: clientId }),
  read: async (tx: Tx, { clientId }: Named): Promise<State | undefined> => {
    const row = await tx.first(clientById, { clientId });
    if (row === undefined) return undefined;
    const secrets = await tx.all(secretsOf, { clientId });
    return {
      clientName: row.clientName,
      scopes: row.scopes.split(' '),
      isEnabled: row.isEnabled === 1,
      secrets: secrets.map(({ createdAt, endsAt }) => ({
        createdAt: instantText(createdAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
      })),
    };
  },
};
