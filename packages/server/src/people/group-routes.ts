import { randomUUID } from 'node:crypto';
import { AppError, type ClientId, type Group } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { noSuch } from '../http/send/no-such.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { addGroup } from './add-group.ts';
import { listGroups, readGroup, type StoredGroup } from './list-groups.ts';
import { removeHolder } from './remove-holder.ts';

/** Which groups of the providers can hold roles: for operators. */
export function groupRoutes(serve: Serve, { store, now }: StoreAndClock): void {
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
