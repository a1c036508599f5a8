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
    const { clientId, scopes, person } = await access.caller(request);
    readQuery(request, []);
    const called = { id: clientId, scopes: [...scopes] };
    if (person === undefined) {
      const name = await store.read(readName, { clientId });
      const missing = scopes.size === 0 ? 'the token has no scope; an operator gives the client some' : null;
      return { kind: 'client', ...called, name, roles: [], groups: [], missing };
    }
    const groups = await groupsOf(store, clientId);
    const roles = [...person.roles];
    return { kind: 'person', ...called, name: person.personName, roles, groups, missing: missingTo(roles, groups) };
  });
}

function missingTo(roles: readonly string[], groups: readonly string[]): string | null {
  if (roles.length > 0) return null;
  const inGroups =
    groups.length === 0 ? 'the provider names no group of yours' : `none of your groups (${groups.join(', ')}) has one`;
  return `you have no role, and ${inGroups}; ask an operator for a role`;
}

async function groupsOf(store: Store, personId: ClientId): Promise<string[]> {
  return [...((await store.read(readPerson, { personId }))?.groups ?? [])];
}
