import { randomUUID } from 'node:crypto';
import { type AddedClient, type ClientSecretResponse, type Group, PATHS, type SessionList } from '@setpoint/contract';
import { expect } from 'vitest';
import { lookUntil } from './look-until.ts';
import { endingSoon } from './ending-soon.ts';
import { at, soon } from './asking-of.ts';
import type { World } from './open-world.ts';
import type { SetSites } from './open-set-sites.ts';

export const PLACES = ['a', 'b', 'pool', 'all'] as const;
type Place = (typeof PLACES)[number];

/** For tests: what happens to somebody, or to the client that acts for it. */
export type PersonStep =
  | {
      readonly kind: 'give' | 'take' | 'lapse';
      readonly holder: 'person' | 'group';
      readonly place: Place;
      readonly role: 'viewer' | 'dispatcher';
    }
  | { readonly kind: 'grant to client' | 'revoke of client'; readonly place: Place }
  | {
      readonly kind:
        | 'provider gives group'
        | 'provider takes group'
        | 'claim lapses'
        | 'remove group'
        | 'sign out everywhere'
        | 'disable person'
        | 'disable client'
        | 'sign out here'
        | 'sign out client'
        | 'replace secrets'
        | 'remove client';
    };

/** Whose tokens are over with that. */
type Over = 'nobody' | 'client' | 'both';

const ISSUER = 'https://login.example.com';
const LAPSE_MS = 300;

async function untilPast(endsAt: string): Promise<void> {
  await lookUntil(
    () => Promise.resolve(Date.now()),
    (now) => now > Date.parse(endsAt),
  );
}

type Done = ReturnType<typeof doneIn>;
type RoleStep = Extract<PersonStep, { role: string }>;
type PlainStep = Exclude<PersonStep, { place: Place }>;

/** What is asked for is done, or the test ends here. */
function doneIn(world: World) {
  return async (method: 'PUT' | 'DELETE' | 'PATCH', url: string, body?: object): Promise<void> => {
    const { status } = await world.ask(method, url, body === undefined ? {} : { body });
    expect([url, status]).toEqual([url, status < 300 ? status : 200]);
  };
}

function whereIn({ sites, pool }: SetSites) {
  const where = { a: { siteId: sites.a }, b: { siteId: sites.b }, pool: { poolId: pool }, all: { allSites: true } };
  return {
    body: (place: Place): object => where[place],
    query: (place: Place): string =>
      Object.entries(where[place])
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
  };
}

interface Held {
  readonly world: World;
  readonly where: ReturnType<typeof whereIn>;
  readonly done: Done;
}

/** Roles of a person, and of a group that an operator knows once it gets one. */
function openRoles({ world, where, done }: Held, { personId, groupName }: { personId: string; groupName: string }) {
  const given = new Set<string>();
  let groupId: string | undefined;
  async function pathOf(holder: 'person' | 'group'): Promise<string> {
    if (holder === 'person') return at(PATHS.fleetPersonRoles, personId);
    const body = { issuer: ISSUER, groupName };
    groupId ??= (await world.ask<Group>('POST', PATHS.fleetGroups, { body })).body.groupId;
    return at(PATHS.fleetGroupRoles, groupId);
  }
  return {
    isGiven: (holder: 'person' | 'group', place: Place) => given.has(`${holder} ${place}`),
    async change({ kind, holder, place, role }: RoleStep): Promise<void> {
      const [name, path] = [`${holder} ${place}`, await pathOf(holder)];
      if (kind === 'take') {
        const { status } = await world.ask('DELETE', `${path}?${where.query(place)}`);
        return expect(status).toBe(given.delete(name) ? 204 : 404);
      }
      const body = { role, ...where.body(place) };
      if (kind === 'give') {
        await done('PUT', path, body);
        given.add(name);
        return;
      }
      await untilPast(
        await endingSoon(async (endsAt) => (await world.ask('PUT', path, { body: { ...body, endsAt } })).status),
      );
      given.delete(name);
    },
    async removeGroup(): Promise<void> {
      if (groupId !== undefined) await done('DELETE', at(PATHS.fleetGroup, groupId));
      groupId = undefined;
      for (const place of PLACES) given.delete(`group ${place}`);
    },
  };
}

/** What a provider claims of somebody, told whenever it signs in, here or elsewhere. */
function openClaims(world: World, { subject, groupName }: { subject: string; groupName: string }) {
  let isMember = true;
  const signIn = (more: object = {}) => world.person({ groups: isMember ? [groupName] : [], subject, ...more });
  return {
    isMember: () => isMember,
    signIn,
    async set(isOne: boolean): Promise<void> {
      isMember = isOne;
      await signIn();
    },
    async lapse(): Promise<void> {
      const endsAt = soon(LAPSE_MS);
      isMember = true;
      await signIn({ groupsEndAt: Date.parse(endsAt) });
      await untilPast(endsAt);
      isMember = false;
    },
  };
}

/** A client that may act for people, with grants of its own, which give them nothing. */
async function openDesk({ world, where, done }: Held) {
  const body = { clientName: 'Desk', scopes: ['sites:read', 'people:act'] };
  const add = async () => (await world.ask<AddedClient>('POST', PATHS.fleetClients, { body })).body;
  let { clientId, clientSecret } = await add();
  const ofClient = (path: string) => at(path, clientId);
  return {
    enable: (isEnabled: boolean) => done('PATCH', ofClient(PATHS.fleetClient), { isEnabled }),
    signOut: () => done('DELETE', ofClient(PATHS.fleetClientSessions)),
    /** The last one stays good until the one after it. */
    async replaceSecrets(): Promise<void> {
      const path = ofClient(PATHS.fleetClientSecrets);
      await world.ask('POST', path);
      ({ clientSecret } = (await world.ask<ClientSecretResponse>('POST', path)).body);
    },
    /** Another one takes its place. */
    async remove(): Promise<void> {
      await done('DELETE', ofClient(PATHS.fleetClient));
      ({ clientId, clientSecret } = await add());
    },
    grant: (place: Place) => done('PUT', ofClient(PATHS.fleetClientGrants), { can: 'read', ...where.body(place) }),
    async revoke(place: Place): Promise<void> {
      const { status } = await world.ask('DELETE', `${ofClient(PATHS.fleetClientGrants)}?${where.query(place)}`);
      expect([204, 404]).toContain(status);
    },
    async actFor(Authorization: string): Promise<string> {
      return (await world.actFor({ Authorization }, { clientId, clientSecret }))['Authorization'] ?? '';
    },
  };
}

/** What `Sign out` of a list of one's own sessions does. */
async function endSession({ base }: World, authorization: string): Promise<void> {
  const headers = { authorization };
  const answer = await fetch(base + PATHS.fleetMySessions, { headers });
  const { sessions } = (await answer.json()) as SessionList;
  const own = sessions.find(({ isThis }) => isThis)?.sessionId ?? '';
  const { status } = await fetch(base + at(PATHS.fleetMySession, own), { method: 'DELETE', headers });
  expect(status).toBe(204);
}

const WIDER: Readonly<Record<string, readonly Place[]>> = { a: ['a', 'pool', 'all'], b: ['b', 'all'] };

/** For tests: somebody in a group, a client that may act for it, and a model of what both see. */
export async function openSomebody(world: World, set: SetSites) {
  const named = { groupName: randomUUID(), subject: randomUUID() };
  const [where, done] = [whereIn(set), doneIn(world)];
  const claims = openClaims(world, named);
  const { personId } = await claims.signIn();
  const roles = openRoles({ world, where, done }, { ...named, personId });
  const desk = await openDesk({ world, where, done });
  await done('PUT', at(PATHS.fleetPersonRoles, personId), { role: 'viewer', siteId: set.sites.c });
  const enable = (isEnabled: boolean) => done('PATCH', at(PATHS.fleetPerson, personId), { isEnabled });
  const isGiven = (place: Place) =>
    roles.isGiven('person', place) || (claims.isMember() && roles.isGiven('group', place));

  let authorization = '';

  const plainly: Readonly<Record<PlainStep['kind'], readonly [over: Over, change: () => Promise<void>]>> = {
    'provider gives group': ['nobody', () => claims.set(true)],
    'provider takes group': ['nobody', () => claims.set(false)],
    'claim lapses': ['nobody', () => claims.lapse()],
    'remove group': ['nobody', () => roles.removeGroup()],
    'sign out everywhere': ['both', () => done('DELETE', at(PATHS.fleetPersonSessions, personId))],
    'disable person': ['both', () => enable(false)],
    'disable client': ['client', () => desk.enable(false)],
    'sign out here': ['both', () => endSession(world, authorization)],
    'sign out client': ['client', () => desk.signOut()],
    'replace secrets': ['client', () => desk.replaceSecrets()],
    'remove client': ['client', () => desk.remove()],
  };
  return {
    /** The sites that the model lets it see; c always. */
    seen: () =>
      Object.entries(set.sites).flatMap(([name, siteId]) =>
        name === 'c' || (WIDER[name] ?? []).some(isGiven) ? [siteId] : [],
      ),
    async change(step: PersonStep): Promise<Over> {
      if (!('place' in step)) {
        const [over, change] = plainly[step.kind];
        await change();
        return over;
      }
      if ('role' in step) await roles.change(step);
      else if (step.kind === 'grant to client') await desk.grant(step.place);
      else await desk.revoke(step.place);
      return 'nobody';
    },
    /** Signs in, and lets the client act for it; both are enabled first. */
    async signIn(): Promise<{ readonly person: string; readonly client: string }> {
      await enable(true);
      await desk.enable(true);
      ({ authorization } = await claims.signIn());
      return { person: authorization, client: await desk.actFor(authorization) };
    },
  };
}
