import type { ClientId, Me } from '@setpoint/contract';
import type { Serve } from '../serving/serve-operations.ts';
import { readBy } from '../store/fields.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { readPerson } from './list-persons.ts';

const nameOf = readBy('client', ['clientId'], ['clientName']);

async function readName(tx: Tx, { clientId }: { clientId: ClientId }): Promise<string> {
  return (await tx.first(nameOf, { clientId }))?.clientName ?? '';
}

/** Who calls, as the service sees it. */
export function meRoutes(serve: Serve, { store }: { readonly store: Store }): void {
  serve('getMe', async ({ caller: { clientId, scopes, person } }): Promise<Me> => {
    const called = { id: clientId, scopes: [...scopes] };
    if (person === undefined) {
      const name = await store.read(readName, { clientId });
      const missing = scopes.size === 0 ? 'the token has no scope; an operator gives the client some' : null;
      return { kind: 'client', ...called, name, roles: [], groups: [], missing };
    }
    const groups = [...((await store.read(readPerson, { personId: clientId }))?.groups ?? [])];
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
