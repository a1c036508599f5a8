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

/** A person, a client that acts for it, and that client by itself. */
export const WHO = ['person', 'acting', 'client'] as const;
type Who = (typeof WHO)[number];
export type Authorizations = Readonly<Record<Who, string>>;

type Holder = 'person' | 'group' | 'client';

/** For tests: what happens to somebody, or to the client that acts for it. */
export type PersonStep =
  | {
      readonly kind: 'give' | 'take' | 'lapse';
      readonly holder: Holder;
      readonly place: Place;
      readonly isSetting: boolean;
    }
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
        | 'replace secret'
        | 'remove client'
        | 'replace key';
    };

/** Whose tokens are over with that. */
type Over = readonly Who[];

const NOBODY: Over = [];
const OF_PERSON: Over = ['person', 'acting'];
const OF_CLIENT: Over = ['acting', 'client'];

const ISSUER = 'https://login.example.com';
const LAPSE_MS = 300;

async function untilPast(endsAt: string): Promise<void> {
  await lookUntil(
    () => Promise.resolve(Date.now()),
    (now) => now > Date.parse(endsAt),
  );
}

type Done = ReturnType<typeof doneIn>;
type RoleStep = Extract<PersonStep, { place: Place }>;
type PlainStep = Exclude<PersonStep, RoleStep>;

/** What is asked for is done, or the test ends here. */
function doneIn(world: World) {
  return async (method: 'PUT' | 'DELETE' | 'PATCH', url: string, body?: object): Promise<void> => {
    const { status } = await world.ask(method, url, body === undefined ? {} : { body });
    expect([url, status]).toEqual([url, status < 300 ? status : 200]);
  };
}

function whereIn({ sites, pool }: SetSites) {
  const { a, b, c } = sites;
  const where = {
    a: { siteId: a },
    b: { siteId: b },
    c: { siteId: c },
    pool: { poolId: pool },
    all: { allSites: true },
  };
  return {
    body: (place: Place | 'c'): object => where[place],
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

interface Named {
  readonly personId: string;
  readonly groupName: string;
  readonly clientId: () => string;
}

/** Roles of a person, and of a group that an operator knows once it gets one; grants of a client. */
function openRoles({ world, where, done }: Held, { personId, groupName, clientId }: Named) {
  const given = new Set<string>();
  let groupId: string | undefined;
  async function pathOf(holder: Holder): Promise<string> {
    if (holder === 'client') return at(PATHS.fleetClientGrants, clientId());
    if (holder === 'person') return at(PATHS.fleetPersonRoles, personId);
    const body = { issuer: ISSUER, groupName };
    groupId ??= (await world.ask<Group>('POST', PATHS.fleetGroups, { body })).body.groupId;
    return at(PATHS.fleetGroupRoles, groupId);
  }
  const forget = (holder: Holder) => PLACES.forEach((place) => given.delete(`${holder} ${place}`));
  return {
    forget,
    isGiven: (holder: Holder, place: Place) => given.has(`${holder} ${place}`),
    async change({ kind, holder, place, isSetting }: RoleStep): Promise<void> {
      const [name, path] = [`${holder} ${place}`, await pathOf(holder)];
      if (kind === 'take') {
        const { status } = await world.ask('DELETE', `${path}?${where.query(place)}`);
        return expect(status).toBe(given.delete(name) ? 204 : 404);
      }
      const can =
        holder === 'client' ? { can: isSetting ? 'schedule' : 'read' } : { role: isSetting ? 'dispatcher' : 'viewer' };
      const body = { ...can, ...where.body(place) };
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
      forget('group');
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
  let client: AddedClient;
  /** How many secrets came since the one that its tokens were made with. */
  let secretsSince = 0;
  const ofClient = (path: string) => at(path, client.clientId);
  async function add(): Promise<void> {
    client = await world.done('POST', PATHS.fleetClients, { body });
    await done('PUT', ofClient(PATHS.fleetClientGrants), { can: 'read', ...where.body('c') });
  }
  await add();
  return {
    clientId: () => client.clientId,
    enable: (isEnabled: boolean) => done('PATCH', ofClient(PATHS.fleetClient), { isEnabled }),
    signOut: () => done('DELETE', ofClient(PATHS.fleetClientSessions)),
    /** The last one stays good until the one after it. */
    async replaceSecret(): Promise<Over> {
      client = { ...client, ...(await world.done<ClientSecretResponse>('POST', ofClient(PATHS.fleetClientSecrets))) };
      secretsSince += 1;
      return secretsSince > 1 ? OF_CLIENT : NOBODY;
    },
    /** Another one takes its place. */
    async remove(): Promise<void> {
      await done('DELETE', ofClient(PATHS.fleetClient));
      await add();
    },
    async signIn(authorization: string) {
      secretsSince = 0;
      const { Authorization: acting = '' } = await world.actFor({ Authorization: authorization }, client);
      return { acting, client: `Bearer ${await world.token('sites:read', client)}` };
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

/** For tests: somebody in a group, a client that acts for it, and a model of what they see. */
export async function openSomebody(world: World, set: SetSites) {
  const named = { groupName: randomUUID(), subject: randomUUID() };
  const [where, done] = [whereIn(set), doneIn(world)];
  const claims = openClaims(world, named);
  const { personId } = await claims.signIn();
  const desk = await openDesk({ world, where, done });
  const roles = openRoles({ world, where, done }, { ...named, personId, clientId: desk.clientId });
  await done('PUT', at(PATHS.fleetPersonRoles, personId), { role: 'viewer', siteId: set.sites.c });
  const enable = (isEnabled: boolean) => done('PATCH', at(PATHS.fleetPerson, personId), { isEnabled });
  const isGiven = (who: Who, place: Place) =>
    who === 'client'
      ? roles.isGiven('client', place)
      : roles.isGiven('person', place) || (claims.isMember() && roles.isGiven('group', place));

  let authorization = '';

  async function removeClient(): Promise<void> {
    await desk.remove();
    roles.forget('client');
  }

  /** A controller that waits with the previous key is answered at once. */
  async function replaceKey(): Promise<void> {
    const controller = await set.poll(set.sites.a);
    await set.replaceKey(set.sites.a);
    await set.set(set.sites.a);
    expect([await controller.answer, await controller.again()]).toEqual([401, 401]);
  }

  const plainly: Readonly<Record<PlainStep['kind'], readonly [over: Over, change: () => Promise<Over | void>]>> = {
    'provider gives group': [NOBODY, () => claims.set(true)],
    'provider takes group': [NOBODY, () => claims.set(false)],
    'claim lapses': [NOBODY, () => claims.lapse()],
    'remove group': [NOBODY, () => roles.removeGroup()],
    'sign out everywhere': [OF_PERSON, () => done('DELETE', at(PATHS.fleetPersonSessions, personId))],
    'disable person': [OF_PERSON, () => enable(false)],
    'disable client': [OF_CLIENT, () => desk.enable(false)],
    'sign out here': [OF_PERSON, () => endSession(world, authorization)],
    'sign out client': [OF_CLIENT, () => desk.signOut()],
    'replace secret': [NOBODY, () => desk.replaceSecret()],
    'remove client': [OF_CLIENT, removeClient],
    'replace key': [NOBODY, replaceKey],
  };
  return {
    /** The sites that the model lets one see; c always. */
    seen: (who: Who) =>
      Object.entries(set.sites).flatMap(([name, siteId]) =>
        name === 'c' || (WIDER[name] ?? []).some((place) => isGiven(who, place)) ? [siteId] : [],
      ),
    async change(step: PersonStep): Promise<Over> {
      if (!('place' in step)) {
        const [over, change] = plainly[step.kind];
        return (await change()) ?? over;
      }
      await roles.change(step);
      return NOBODY;
    },
    /** Signs in, and lets the client act for it; both are enabled first. */
    async signIn(): Promise<Authorizations> {
      await enable(true);
      await desk.enable(true);
      ({ authorization } = await claims.signIn());
      return { person: authorization, ...(await desk.signIn(authorization)) };
    },
  };
}
