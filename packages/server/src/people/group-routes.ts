import { randomUUID } from 'node:crypto';
import { AddGroupRequest, AppError, type ClientId, type Group, type GroupList, PATHS } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { BY_NAME } from '../http/cursor-shape.ts';
import { noSuch } from '../http/no-such.ts';
import { readJson } from '../http/read-json.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { addGroup } from './add-group.ts';
import { listGroups, readGroup, type StoredGroup } from './list-groups.ts';
import { removeHolder } from './remove-holder.ts';
import { holderOrThrow, type PeopleRoutes } from './role-routes.ts';
import { deedOf } from '../access/deed-of.ts';

const checkAdd = valueOrThrow(AddGroupRequest);

/** Which groups of the providers can hold roles: for operators. */
export function groupRoutes(app: FastifyInstance, options: PeopleRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetGroups, async (request): Promise<GroupList> => {
    await access.caller(request, 'fleet:admin');
    const wanted = readPage(request, BY_NAME);
    const rows = await store.read(listGroups, { after: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.groupName, id: row.groupId }));
    return { groups: page.items.map(groupOf), nextCursor: page.nextCursor };
  });

  app.post(PATHS.fleetGroups, async (request, reply): Promise<Group> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const { issuer, groupName } = await readJson(request, checkAdd);
    const groupId = randomUUID() as string as ClientId;
    const outcome = await store.write(addGroup, { groupId, issuer, groupName, now: now(), by });
    if (outcome.kind === 'group_exists') {
      throw new AppError('conflict', `there is already a group ${groupName} of this issuer`);
    }
    reply.code(201);
    return readOrThrow(options, groupId);
  });

  app.get(PATHS.fleetGroup, async (request): Promise<Group> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return readOrThrow(options, holderOrThrow(request, 'group').id);
  });

  app.delete(PATHS.fleetGroup, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const outcome = await store.write(removeHolder, { ...holderOrThrow(request, 'group'), by });
    if (outcome.kind === 'holder_missing') throw noSuch('group');
    reply.code(204);
  });
}

async function readOrThrow({ store }: PeopleRoutes, groupId: ClientId): Promise<Group> {
  const group = await store.read(readGroup, { groupId });
  if (group === undefined) throw noSuch('group');
  return groupOf(group);
}

function groupOf({ createdAt, roles, ...group }: StoredGroup): Group {
  return { ...group, roles: [...roles], createdAt: instantText(createdAt) };
}
