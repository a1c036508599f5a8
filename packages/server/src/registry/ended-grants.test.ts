import { type ClientSecretResponse, PATHS } from '@setpoint/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookUntil } from '../../testing/look-until.ts';
import { endingSoon } from '../../testing/ending-soon.ts';
import { at } from '../../testing/asking-of.ts';
import { openWorld, type World } from '../../testing/open-world.ts';
import { openSetSites, type SetSites, type Told } from '../../testing/open-set-sites.ts';

const RUNS = 12;

let world: World;
let set: SetSites;

beforeAll(async () => {
  world = await openWorld();
  set = await openSetSites(world);
});
afterAll(() => world.close());

const PLACES = ['a', 'b', 'pool', 'all'] as const;
type Place = (typeof PLACES)[number];

type Step =
  | { readonly kind: 'give' | 'take' | 'lapse'; readonly place: Place; readonly can: 'read' | 'schedule' }
  | { readonly kind: 'replace key'; readonly of: 'a' | 'b' }
  | { readonly kind: 'replace secret' | 'disable' | 'sign out' };

const grants: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('give', 'give', 'take', 'lapse'),
  place: fc.constantFrom(...PLACES),
  can: fc.constantFrom('read', 'schedule'),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: grants, weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('replace key'), of: fc.constantFrom('a', 'b') }), weight: 1 },
  {
    arbitrary: fc.record({ kind: fc.constantFrom('replace secret', 'replace secret', 'disable', 'sign out') }),
    weight: 3,
  },
);

it('what a client had open answers never again once its grant, its token or a key has ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (taken) => {
      await using client = await openClient();
      let session = await client.open();
      for (const step of taken) {
        const waits = await Promise.all(client.seen().map((siteId) => session.ears.wait(siteId)));
        // So they are under way, and the change finds them waiting.
        expect(await session.ears.status(set.sites.c)).toBe(200);
        const isOver = await client.change(step);
        for (const { siteId, answer } of waits) {
          await set.accept(siteId);
          expect([siteId, await answer]).toEqual([siteId, isOver ? 401 : client.statusOf(siteId)]);
        }
        if (!isOver) {
          await expectTold(session.told, client.seen());
          continue;
        }
        await expectOver(session, step);
        await client.enable();
        session = await client.open();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

type Session = Awaited<ReturnType<Awaited<ReturnType<typeof openClient>>['open']>>;

async function setAll() {
  const { a, b, c } = set.sites;
  return [await set.set(a), await set.set(b), await set.set(c)] as const;
}

async function expectTold(told: Told, seen: readonly string[]): Promise<void> {
  const after = await setAll();
  const expected = after.filter(({ siteId }) => seen.includes(siteId)).map(({ batchId }) => batchId);
  const heard = await told.upTo(after[2].batchId);
  expect(heard.filter((batchId) => after.some((one) => one.batchId === batchId))).toEqual(expected);
}

async function expectOver({ ears, told }: Session, { kind }: Step): Promise<void> {
  const after = await setAll();
  const rest = await told.rest();
  expect([kind, rest.filter((batchId) => after.some((one) => one.batchId === batchId))]).toEqual([kind, []]);
  for (const siteId of Object.values(set.sites)) expect(await ears.status(siteId)).toBe(401);
  await expect(ears.listen()).rejects.toThrow('401');
}

async function openClient() {
  let { clientId, clientSecret } = await world.client();
  const paths = {
    client: at(PATHS.fleetClient, clientId),
    grants: at(PATHS.fleetClientGrants, clientId),
    secrets: at(PATHS.fleetClientSecrets, clientId),
    sessions: at(PATHS.fleetClientSessions, clientId),
  };
  const { sites, pool } = set;
  const where = { a: { siteId: sites.a }, b: { siteId: sites.b }, pool: { poolId: pool }, all: { allSites: true } };
  const given = new Set<Place>();
  /** How many secrets came since the one that its token was made with. */
  let secretsSince = 0;
  let leave = () => {};
  await world.ask('PUT', paths.grants, { body: { siteId: sites.c, can: 'read' } });

  const isSeen = (siteId: string): boolean => {
    const places = siteId === sites.a ? (['a', 'pool'] as const) : siteId === sites.b ? (['b'] as const) : [];
    return siteId === sites.c || given.has('all') || places.some((place) => given.has(place));
  };
  const statusOf = (siteId: string) => (isSeen(siteId) ? 200 : 404);
  const give = async (place: Place, more: object) =>
    (await world.ask('PUT', paths.grants, { body: { ...where[place], ...more } })).status;
  const enable = async (isEnabled: boolean) => {
    expect((await world.ask('PATCH', paths.client, { body: { isEnabled } })).status).toBe(200);
  };
  const grant = {
    async give(place: Place, can: string) {
      expect(await give(place, { can })).toBe(200);
      given.add(place);
    },
    async lapse(place: Place, can: string) {
      const endsAt = await endingSoon((end) => give(place, { can, endsAt: end }));
      await lookUntil(
        () => Promise.resolve(Date.now()),
        (now) => now > Date.parse(endsAt),
      );
      given.delete(place);
    },
    async take(place: Place) {
      const query = Object.entries(where[place]).map(([name, value]) => `${name}=${value}`);
      const { status } = await world.ask('DELETE', `${paths.grants}?${query.join('&')}`);
      if (given.delete(place)) expect(status).toBe(204);
    },
  };
  async function replaceKey(siteId: string): Promise<void> {
    const controller = await set.poll(siteId);
    await set.replaceKey(siteId);
    await set.set(siteId);
    expect([await controller.answer, await controller.again()]).toEqual([401, 401]);
  }
  return {
    seen: () => Object.values(sites).filter(isSeen),
    statusOf,
    /** With a token of its newest secret. */
    async open() {
      secretsSince = 0;
      const ears = set.earsOf(`Bearer ${await world.token('sites:read', { clientId, clientSecret })}`);
      leave = () => ears.leave();
      for (const siteId of Object.values(sites)) expect(await ears.status(siteId)).toBe(statusOf(siteId));
      return { ears, told: await ears.listen() };
    },
    enable: () => enable(true),
    /** Whether its token is over with that. */
    async change(step: Step): Promise<boolean> {
      if ('place' in step) await grant[step.kind](step.place, step.can);
      else if (step.kind === 'replace key') await replaceKey(sites[step.of]);
      else if (step.kind === 'disable') await enable(false);
      else if (step.kind === 'sign out') expect((await world.ask('DELETE', paths.sessions)).status).toBe(204);
      else {
        ({ clientSecret } = (await world.ask<ClientSecretResponse>('POST', paths.secrets)).body);
        secretsSince += 1;
      }
      return step.kind === 'disable' || step.kind === 'sign out' || secretsSince > 1;
    },
    async [Symbol.asyncDispose]() {
      leave();
    },
  };
}
