import { randomUUID } from 'node:crypto';
import { AppError, type ClientId, type Group, type Me } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { Room } from '../serving/room.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { personRoutes } from './person-routes.ts';
import { roleRoutes } from './role-routes.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { readBy } from '../store/fields.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { readPerson } from './list-persons.ts';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { noSuch } from '../http/send/no-such.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { addGroup } from './add-group.ts';
import { listGroups, readGroup, type StoredGroup } from './list-groups.ts';
import { removeHolder } from './remove-holder.ts';

/** The persons who sign in through a provider, the groups that it claims, and what either is here. */
export function peopleRoom(ground: StoreAndClock): Room {
  return {
    routes(serve) {
      meRoutes(serve, ground);
      personRoutes(serve, ground);
      groupRoutes(serve, ground);
      roleRoutes(serve, ground);
    },
  };
}

const nameOf = readBy('client', ['clientId'], ['clientName']);

async function readName(tx: Tx, { clientId }: { clientId: ClientId }): Promise<string> {
  return (await tx.first(nameOf, { clientId }))?.clientName ?? '';
}

/** Who calls, as the service sees it. */
function meRoutes(serve: Serve, { store }: { readonly store: Store }): void {
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

/** Which groups of the providers can hold roles: for operators. */
function groupRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  async function groupOrThrow(groupId: ClientId): Promise<Group> {
    const group = await store.read(readGroup, { groupId });
    if (group === undefined) throw noSuch('group');
    return groupOf(group);
  }

  serve('listGroups', async ({ query }) => {
    const wanted = readPage(query, BY_NAME);
    const rows = await store.read(listGroups, { after: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.groupName, id: row.groupId }));
    return { groups: page.items.map(groupOf), nextCursor: page.nextCursor };
  });

  serve('addGroup', async ({ body, by }) => {
    const groupId = randomUUID() as string as ClientId;
    const outcome = await store.write(addGroup, { groupId, ...body, now: now(), by });
    if (outcome.kind === 'group_exists') {
      throw new AppError('conflict', `there is already a group ${body.groupName} of this issuer`);
    }
    return groupOrThrow(groupId);
  });

  serve('getGroup', async ({ ids }) => groupOrThrow(ids.groupId));

  serve('removeGroup', async ({ ids, by }) => {
    const outcome = await store.write(removeHolder, { kind: 'group', id: ids.groupId, by });
    if (outcome.kind === 'holder_missing') throw noSuch('group');
  });
}

function groupOf({ createdAt, roles, ...group }: StoredGroup): Group {
  return { ...group, roles: [...roles], createdAt: instantText(createdAt) };
}
