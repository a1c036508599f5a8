import { type ClientId, type Me, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { readQuery } from '../http/read-query.ts';
import type { Store } from '../store/store.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { readPerson } from './list-persons.ts';
import type { PeopleRoutes } from './role-routes.ts';

const nameOf = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select('client_name').where('client_id', '=', param('clientId')),
);

async function readName(tx: Tx, { clientId }: { clientId: ClientId }): Promise<string> {
  return (await tx.first(nameOf, { clientId }))?.client_name ?? '';
}

/** Who calls, as the service sees it. */
export function meRoutes(app: FastifyInstance, { access, store }: PeopleRoutes): void {
  app.get(PATHS.fleetMe, async (request): Promise<Me> => {
    const { clientId, scopes, person } = await access.caller(request, 'sites:read');
    readQuery(request, []);
    const called = { id: clientId, scopes: [...scopes] };
    if (person === undefined) {
      return { kind: 'client', ...called, name: await store.read(readName, { clientId }), roles: [], groups: [] };
    }
    const groups = await groupsOf(store, clientId);
    return { kind: 'person', ...called, name: person.personName, roles: [...person.roles], groups };
  });
}

async function groupsOf(store: Store, personId: ClientId): Promise<string[]> {
  return [...((await store.read(readPerson, { personId }))?.groups ?? [])];
}
