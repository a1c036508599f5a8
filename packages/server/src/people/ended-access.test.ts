import { randomUUID } from 'node:crypto';
import { type AddedClient, type AddedControllerKey, type Group, PATHS, type SessionList } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { at, soon } from '../../testing/asking-of.ts';
import { waitingCaller } from '../../testing/waiting-caller.ts';
import { endingSoon } from '../../testing/ending-soon.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { worldOfTests } from '../../testing/open-world.ts';

/** A person, a client that acts for it, and that client by itself. */
const WHO = ['person', 'acting', 'client'] as const;
type Who = (typeof WHO)[number];
type Holder = 'person' | 'group' | 'client';
type Place = 'site' | 'pool' | 'all';
type They = Awaited<ReturnType<typeof openSomebody>>;
type Step = (they: They) => Promise<unknown>;

/** The site that they see now and then, and one that they always see. */
let seen: string;
let always: string;

const world = await worldOfTests();
[seen, always] = [await world.site(), await world.site()];
const poolId = await world.pool([seen]);

const PERSON = ['person', 'acting'] as const;
const CLIENT = ['acting', 'client'] as const;
const NOBODY: readonly Who[] = [];

const given =
  (holder: Holder, place: Place = 'site'): Step =>
  (story) =>
    story.give(holder, place);
const taken =
  (holder: Holder, place: Place = 'site'): Step =>
  (story) =>
    story.take(holder, place);
const lapsed =
  (holder: Holder): Step =>
  (story) =>
    story.lapse(holder);

/** What was given before, the change, which callers see the site before and after, and whose token ends. */
type Change = [
  what: string,
  before: Step | undefined,
  change: Step,
  sees: readonly [before: readonly Who[], after: readonly Who[]],
  over?: readonly Who[],
];

const CHANGES: readonly Change[] = [
  ['a role is given', undefined, given('person'), [NOBODY, PERSON]],
  ['a role on a site is taken', given('person'), taken('person'), [PERSON, NOBODY]],
  ['a role on a pool is taken', given('person', 'pool'), taken('person', 'pool'), [PERSON, NOBODY]],
  ['a role on all sites is taken', given('person', 'all'), taken('person', 'all'), [PERSON, NOBODY]],
  ['a role ends by itself', given('person'), lapsed('person'), [PERSON, NOBODY]],
  ['a role of a group is given', undefined, given('group'), [NOBODY, PERSON]],
  ['a role of a group is taken', given('group', 'pool'), taken('group', 'pool'), [PERSON, NOBODY]],
  ['a role of a group ends by itself', given('group'), lapsed('group'), [PERSON, NOBODY]],
  ['the provider takes the group', given('group'), (story) => story.vouch({ groups: [] }), [PERSON, NOBODY]],
  ['the claim of a group ends', given('group', 'all'), (story) => story.endClaim(), [PERSON, NOBODY]],
  ['a group is removed', given('group'), ({ groupPath }) => world.done('DELETE', groupPath), [PERSON, NOBODY]],
  ['a grant is given', undefined, given('client'), [NOBODY, ['client']]],
  ['a grant on a site is taken', given('client'), taken('client'), [['client'], NOBODY]],
  ['a grant on a pool is taken', given('client', 'pool'), taken('client', 'pool'), [['client'], NOBODY]],
  ['a grant on all sites is taken', given('client', 'all'), taken('client', 'all'), [['client'], NOBODY]],
  ['a grant ends by itself', given('client'), lapsed('client'), [['client'], NOBODY]],
  ['a person is signed out everywhere', given('person'), (story) => story.signOut(), [PERSON, NOBODY], PERSON],
  ['a person signs out here', given('person'), (story) => story.endOwnSession(), [PERSON, NOBODY], PERSON],
  ['a person is disabled', given('person'), (story) => story.disable('person'), [PERSON, NOBODY], PERSON],
  ['a client is disabled', given('person'), (story) => story.disable('client'), [PERSON, ['person']], CLIENT],
  ['a client is signed out', given('client'), (story) => story.endClientSessions(), [['client'], NOBODY], CLIENT],
  ['a secret is replaced once', given('client'), (story) => story.replaceSecret(1), [['client'], ['client']]],
  ['a secret is replaced twice', given('client'), (story) => story.replaceSecret(2), [['client'], NOBODY], CLIENT],
  ['a client is removed', given('client'), (story) => story.removeClient(), [['client'], NOBODY], CLIENT],
];

it.each(CHANGES)('streams and waits know at once that %s', async (_what, before, change, sees, over = []) => {
  const they = await openSomebody();
  await before?.(they);
  const open = await openAll(await they.signIn());
  const batches = await setBoth();
  const waits = open.map(({ who, caller }) =>
    Promise.all(batches.filter(({ siteId }) => siteId === always || sees[0].includes(who)).map(caller.waitFor)),
  );
  // So they are under way, and the change finds them waiting.
  for (const { caller } of open) expect(await caller.status(always)).toBe(200);
  await change(they);
  for (const siteId of [seen, always]) await world.report(siteId);
  const after = await setBoth();
  for (const [index, one] of open.entries()) {
    const expected = over.includes(one.who) ? [401, 401] : [sees[1].includes(one.who) ? 200 : 404, 200];
    const statuses = new Map([seen, always].map((siteId, place) => [siteId, expected[place]]));
    for (const { siteId, answer } of (await waits[index]) ?? []) {
      expect([one.who, siteId, await answer]).toEqual([one.who, siteId, statuses.get(siteId)]);
    }
    await checkAfter(one, after, statuses);
  }
});

type Open = Awaited<ReturnType<typeof openAll>>[number];

function openAll(tokens: Readonly<Record<Who, string>>) {
  return Promise.all(
    WHO.map(async (who) => {
      const caller = waitingCaller({ base: world.base, authorization: tokens[who] });
      return { who, caller, told: await caller.listen() };
    }),
  );
}

/** A caller hears of what it still sees; a caller whose token has ended hears nothing, and its stream ends. */
async function checkAfter(
  { who, caller, told }: Open,
  after: Batches,
  statuses: ReadonlyMap<string, number | undefined>,
) {
  const isOver = statuses.get(always) === 401;
  const heard = await (isOver ? told.rest() : told.upTo(after.at(-1)?.batchId ?? ''));
  const expected = after.filter(({ siteId }) => statuses.get(siteId) === 200);
  expect([who, after.filter(({ batchId }) => heard.includes(batchId))]).toEqual([who, expected]);
  for (const [siteId, status] of statuses) expect(await caller.status(siteId)).toBe(status);
  if (isOver) await expect(caller.listen()).rejects.toThrow('401');
  caller.leave();
}

type Batches = Awaited<ReturnType<typeof setBoth>>;

it('a controller that waits gets nothing more once its key is revoked', async () => {
  const siteId = await world.site();
  const { keyId, controllerKey } = await world.done<AddedControllerKey>('POST', at(PATHS.fleetSiteKeys, siteId));
  const headers = { Authorization: `Bearer ${controllerKey}` };
  const url = world.base + PATHS.controllerSchedule;
  const tag = (await fetch(url, { headers })).headers.get('ETag') ?? '';
  const waiting = fetch(url, { headers: { ...headers, 'If-None-Match': tag, Prefer: 'wait=30' } });
  expect((await fetch(url, { headers })).status).toBe(200);
  await world.done('DELETE', at(at(PATHS.fleetSiteKey, siteId), keyId));
  await set(siteId);
  expect([(await waiting).status, (await fetch(url, { headers })).status]).toEqual([401, 401]);
});

/** One batch of each site, that which they always see last: it tells that all before it was told. */
async function setBoth() {
  return [await set(seen), await set(always)];
}

async function set(siteId: string) {
  const body = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };
  const { batchId } = await world.done<{ batchId: string }>('POST', at(PATHS.schedules, siteId), { body });
  return { siteId, batchId };
}

/** Somebody in a group, and a client that may act for people. */
async function openSomebody() {
  const [groupName, subject] = [randomUUID(), randomUUID()];
  const vouch = (more: object = {}) => world.person({ subject, groups: [groupName], ...more });
  const { personId } = await vouch();
  const named = { issuer: 'https://login.example.com', groupName };
  const { groupId } = await world.done<Group>('POST', PATHS.fleetGroups, { body: named });
  const desk = { clientName: 'Desk', scopes: ['sites:read', 'people:act'] };
  let client = await world.done<AddedClient>('POST', PATHS.fleetClients, { body: desk });
  const clientPath = at(PATHS.fleetClient, client.clientId);
  const paths = {
    person: at(PATHS.fleetPersonRoles, personId),
    group: at(PATHS.fleetGroupRoles, groupId),
    client: at(PATHS.fleetClientGrants, client.clientId),
  };
  const places: Readonly<Record<Place, object>> = { site: { siteId: seen }, pool: { poolId }, all: { allSites: true } };
  let authorization = '';

  const bodyOf = (holder: Holder, where: object) => ({
    ...(holder === 'client' ? { can: 'read' } : { role: 'viewer' }),
    ...where,
  });
  for (const holder of ['person', 'client'] as const) {
    await world.done('PUT', paths[holder], { body: bodyOf(holder, { siteId: always }) });
  }
  const untilPast = (endsAt: string) =>
    lookUntil(
      () => Promise.resolve(Date.now()),
      (now) => now > Date.parse(endsAt),
    );

  return {
    vouch,
    groupPath: at(PATHS.fleetGroup, groupId),
    give: (holder: Holder, place: Place) => world.done('PUT', paths[holder], { body: bodyOf(holder, places[place]) }),
    take: (holder: Holder, place: Place) => {
      const [[name, value] = []] = Object.entries(places[place]);
      return world.done('DELETE', `${paths[holder]}?${name}=${value}`);
    },
    async lapse(holder: Holder) {
      const give = async (endsAt: string) =>
        (await world.ask('PUT', paths[holder], { body: { ...bodyOf(holder, places.site), endsAt } })).status;
      await untilPast(await endingSoon(give));
    },
    async endClaim() {
      const endsAt = soon(300);
      await vouch({ groupsEndAt: Date.parse(endsAt) });
      await untilPast(endsAt);
    },
    signOut: () => world.done('DELETE', at(PATHS.fleetPersonSessions, personId)),
    disable: (who: 'person' | 'client') =>
      world.done('PATCH', who === 'person' ? at(PATHS.fleetPerson, personId) : clientPath, {
        body: { isEnabled: false },
      }),
    /** What `Sign out` of a list of one's own sessions does. */
    async endOwnSession() {
      const as = { Authorization: authorization };
      const { sessions } = await world.done<SessionList>('GET', PATHS.fleetMySessions, { as });
      const own = sessions.find(({ isThis }) => isThis)?.sessionId ?? '';
      await world.done('DELETE', at(PATHS.fleetMySession, own), { as });
    },
    endClientSessions: () => world.done('DELETE', at(PATHS.fleetClientSessions, client.clientId)),
    removeClient: () => world.done('DELETE', clientPath),
    /** The last one stays good until the one after it. */
    async replaceSecret(times: number) {
      for (let time = 0; time < times; time += 1) {
        client = { ...client, ...(await world.done<object>('POST', at(PATHS.fleetClientSecrets, client.clientId))) };
      }
    },
    async signIn(): Promise<Readonly<Record<Who, string>>> {
      ({ authorization } = await vouch());
      const { Authorization: acting = '' } = await world.actFor({ Authorization: authorization }, client);
      return { person: authorization, acting, client: `Bearer ${await world.token('sites:read', client)}` };
    },
  };
}
