import { randomUUID } from 'node:crypto';
import { AppError, type ClientId, type Person } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { noSuch } from '../http/send/no-such.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import type { Caller } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { addPerson } from './add-person.ts';
import { changePerson } from './change-person.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { listPersons, readPerson, type StoredPerson } from './list-persons.ts';
import { removeHolder } from './remove-holder.ts';

/** Which persons there are, and whether they may come in: for operators. */
export function personRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  async function personOrThrow(personId: ClientId): Promise<Person> {
    const person = await store.read(readPerson, { personId });
    if (person === undefined) throw noSuch('person');
    return personOf(person);
  }

  serve('listPersons', async ({ query }) => {
    const wanted = readPage(query, BY_NAME);
    const rows = await store.read(listPersons, { after: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.personName, id: row.personId }));
    return { persons: page.items.map(personOf), nextCursor: page.nextCursor };
  });

  serve('getPerson', async ({ ids }) => personOrThrow(ids.personId));

  serve('addPerson', async ({ body, by }) => {
    const personId = randomUUID() as string as ClientId;
    const outcome = await store.write(addPerson, { ...body, personId, now: now(), by });
    if (outcome.kind === 'person_exists') {
      throw new AppError('conflict', 'this subject of this issuer is a person already');
    }
    return personOrThrow(personId);
  });

  serve('changePerson', async ({ caller, ids: { personId }, body: { isEnabled }, by }) => {
    if (!isEnabled) refuseOwn(caller, personId, 'disable');
    const outcome = await store.write(changePerson, { personId, isEnabled, now: now(), by });
    if (outcome.kind === 'person_missing') throw noSuch('person');
    return personOrThrow(personId);
  });

  serve('removePerson', async ({ caller, ids: { personId }, by }) => {
    refuseOwn(caller, personId, 'remove');
    const outcome = await store.write(removeHolder, { kind: 'person', id: personId, by });
    if (outcome.kind === 'holder_missing') throw noSuch('person');
  });

  serve('endPersonSessions', async ({ ids: { personId }, by }) => {
    const outcome = await store.write(endPersonSessions, { personId, now: now(), by });
    if (outcome.kind === 'person_missing') throw noSuch('person');
  });
}

function personOf({ signedInAt, createdAt, roles, groups, ...person }: StoredPerson): Person {
  return {
    ...person,
    roles: [...roles],
    groups: [...groups],
    signedInAt: instantTextOrNull(signedInAt),
    createdAt: instantText(createdAt),
  };
}

// An operator who locks themselves out may have been the last one.
function refuseOwn(caller: Caller, personId: ClientId, verb: string): void {
  if (caller.clientId !== personId) return;
  throw new AppError('conflict', `you cannot ${verb} yourself; let another operator do it`);
}
