import { randomUUID } from 'node:crypto';
import {
  AddPersonRequest,
  AppError,
  ChangePersonRequest,
  type ClientId,
  PATHS,
  type Person,
  type PersonList,
} from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { BY_NAME } from '../http/cursor-shape.ts';
import { noSuch } from '../http/no-such.ts';
import { readJson } from '../http/read-json.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import type { Caller } from '../identity/caller.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { addPerson } from './add-person.ts';
import { changePerson } from './change-person.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { listPersons, readPerson, type StoredPerson } from './list-persons.ts';
import { removeHolder } from './remove-holder.ts';
import { holderOrThrow, type PeopleRoutes } from './role-routes.ts';
import { deedOf } from '../access/deed-of.ts';

const checkAdd = valueOrThrow(AddPersonRequest);
const checkChange = valueOrThrow(ChangePersonRequest);

/** Which persons there are, and whether they may come in: for operators. */
export function personRoutes(app: FastifyInstance, options: PeopleRoutes): void {
  addReadRoutes(app, options);
  addChangeRoutes(app, options);
}

function addReadRoutes(app: FastifyInstance, options: PeopleRoutes): void {
  const { access, store } = options;

  app.get(PATHS.fleetPersons, async (request): Promise<PersonList> => {
    await access.caller(request, 'fleet:admin');
    const wanted = readPage(request, BY_NAME);
    const rows = await store.read(listPersons, { after: wanted.after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.personName, id: row.personId }));
    return { persons: page.items.map(personOf), nextCursor: page.nextCursor };
  });

  app.get(PATHS.fleetPerson, async (request): Promise<Person> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return readOrThrow(options, holderOrThrow(request, 'person').id);
  });
}

function addChangeRoutes(app: FastifyInstance, options: PeopleRoutes): void {
  const { access, store, now } = options;

  app.post(PATHS.fleetPersons, async (request, reply): Promise<Person> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const who = await readJson(request, checkAdd);
    const personId = randomUUID() as string as ClientId;
    const outcome = await store.write(addPerson, { ...who, personId, now: now(), by });
    if (outcome.kind === 'person_exists') {
      throw new AppError('conflict', 'this subject of this issuer is a person already');
    }
    reply.code(201);
    return readOrThrow(options, personId);
  });

  app.patch(PATHS.fleetPerson, async (request): Promise<Person> => {
    const caller = await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const { id: personId } = holderOrThrow(request, 'person');
    const { isEnabled } = await readJson(request, checkChange);
    if (!isEnabled) refuseOwn(caller, personId, 'disable');
    const outcome = await store.write(changePerson, { personId, isEnabled, now: now(), by: deedOf(request, caller) });
    if (outcome.kind === 'person_missing') throw noSuch('person');
    return readOrThrow(options, personId);
  });

  app.delete(PATHS.fleetPerson, async (request, reply) => {
    const caller = await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const holder = holderOrThrow(request, 'person');
    refuseOwn(caller, holder.id, 'remove');
    const outcome = await store.write(removeHolder, { ...holder, by: deedOf(request, caller) });
    if (outcome.kind === 'holder_missing') throw noSuch('person');
    reply.code(204);
  });

  app.delete(PATHS.fleetPersonSessions, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const { id: personId } = holderOrThrow(request, 'person');
    const outcome = await store.write(endPersonSessions, { personId, now: now(), by });
    if (outcome.kind === 'person_missing') throw noSuch('person');
    reply.code(204);
  });
}

async function readOrThrow({ store }: PeopleRoutes, personId: ClientId): Promise<Person> {
  const person = await store.read(readPerson, { personId });
  if (person === undefined) throw noSuch('person');
  return personOf(person);
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

// An operator who locks himself out may have been the last one.
function refuseOwn(caller: Caller, personId: ClientId, verb: string): void {
  if (caller.clientId !== personId) return;
  throw new AppError('conflict', `you cannot ${verb} yourself; let another operator do it`);
}
