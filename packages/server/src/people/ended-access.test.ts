import { randomUUID } from 'node:crypto';
import { type Group, PATHS } from '@setpoint/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSse } from '../../../client/src/events/parse-sse.ts';
import { at, openPoolWorld, type PoolWorld } from '../testing/open-pool-world.ts';

const ISSUER = 'https://login.example.com';
const RUNS = 12;

let world: PoolWorld;
/** Of a and b by roles that come and go; c is always seen, and tells that all before it was told. */
let sites: Readonly<Record<'a' | 'b' | 'c', string>>;
let pool: string;
/** Whom the operator of a site would ask about it. */
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openPoolWorld();
  sites = { a: await world.addSite(), b: await world.addSite(), c: await world.addSite() };
  pool = await world.poolOf([sites.a]);
  const made = Object.values(sites).map(async (siteId) => {
    const { body } = await world.ask<{ controllerKey: string }>('POST', at(PATHS.fleetSiteKeys, siteId));
    return [siteId, body.controllerKey] as const;
  });
  keys = Object.fromEntries(await Promise.all(made));
});
afterAll(() => world.close());

const PLACES = ['a', 'b', 'pool'] as const;

interface Step {
  readonly holder: 'person' | 'group';
  readonly place: (typeof PLACES)[number];
  /** undefined takes what the holder has there. */
  readonly role: 'viewer' | 'dispatcher' | undefined;
}

const steps: fc.Arbitrary<Step> = fc.record({
  holder: fc.constantFrom('person', 'group'),
  place: fc.constantFrom(...PLACES),
  role: fc.constantFrom('viewer', 'dispatcher', undefined, undefined),
});

it('a stream and a wait that are open know at once what was taken, and nothing of what came after', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (taken) => {
      await using somebody = await openSomebody();
      const told = await somebody.listen();
      for (const step of taken) {
        const waits = await Promise.all(somebody.seen().map((siteId) => somebody.wait(siteId)));
        // So they are under way, and the change finds them waiting.
        expect(await somebody.status(sites.c)).toBe(200);
        await somebody.change(step);
        const seen = new Set(somebody.seen());
        for (const { siteId, answer } of waits) {
          await accept(siteId);
          expect([siteId, await answer]).toEqual([siteId, seen.has(siteId) ? 200 : 404]);
        }
        const [a, b, c] = [await set(sites.a), await set(sites.b), await set(sites.c)];
        const expected = [a, b, c].filter(({ siteId }) => seen.has(siteId)).map(({ batchId }) => batchId);
        const heard: string[] = [];
        while (!heard.includes(c.batchId)) heard.push(await told.nextBatch());
        expect(heard.filter((batchId) => [a, b, c].some((one) => one.batchId === batchId))).toEqual(expected);
      }
      await somebody.disable();
      await set(sites.c);
      expect(await told.end()).toBe(0);
      expect(await somebody.status(sites.c)).toBe(401);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 60_000);

async function set(siteId: string): Promise<{ readonly siteId: string; readonly batchId: string }> {
  const body = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };
  const { status, body: made } = await world.ask<{ batchId: string }>('POST', at(PATHS.schedules, siteId), { body });
  expect(status).toBe(201);
  return { siteId, batchId: made.batchId };
}

async function openSomebody() {
  const groupName = randomUUID();
  const group = (await world.ask<Group>('POST', PATHS.fleetGroups, { body: { issuer: ISSUER, groupName } })).body;
  const { personId, authorization } = await world.signInPerson([groupName]);
  const paths = {
    person: at(PATHS.fleetPersonRoles, personId),
    group: at(PATHS.fleetGroupRoles, group.groupId),
  };
  const where = { a: { siteId: sites.a }, b: { siteId: sites.b }, pool: { poolId: pool } };
  const given = new Set<string>();
  const headers = { Authorization: authorization };
  await world.ask('PUT', paths.person, { body: { role: 'viewer', siteId: sites.c } });
  const leaving = new AbortController();
  return {
    /** The sites that the model lets it see. */
    seen: () =>
      Object.entries(sites).flatMap(([name, siteId]) => {
        const places = name === 'a' ? ['a', 'pool'] : [name];
        const isGiven = places.some((place) => given.has(`person ${place}`) || given.has(`group ${place}`));
        return name === 'c' || isGiven ? [siteId] : [];
      }),
    async change({ holder, place, role }: Step): Promise<void> {
      const name = `${holder} ${place}`;
      const query = new URLSearchParams(where[place]).toString();
      const answer =
        role === undefined
          ? await world.ask('DELETE', `${paths[holder]}?${query}`)
          : await world.ask('PUT', paths[holder], { body: { role, ...where[place] } });
      const taken = given.delete(name) ? 204 : 404;
      expect(answer.status).toBe(role === undefined ? taken : 200);
      if (role !== undefined) given.add(name);
    },
    async disable(): Promise<void> {
      const { status } = await world.ask('PATCH', at(PATHS.fleetPerson, personId), { body: { isEnabled: false } });
      expect(status).toBe(200);
    },
    async status(siteId: string): Promise<number> {
      return (await fetch(world.base + at(PATHS.fleetSiteDelivery, siteId), { headers })).status;
    },
    /** Waits for a batch of a site to be accepted, as a client does that set it. */
    async wait(siteId: string) {
      const { batchId } = await set(siteId);
      const path = `${at(PATHS.fleetBatch, batchId)}?wait=accepted&timeout=30`;
      const answer = fetch(world.base + path, { headers, signal: leaving.signal }).then(({ status }) => status);
      answer.catch(() => undefined);
      return { siteId, answer };
    },
    async listen() {
      const answer = await fetch(world.base + PATHS.fleetEvents, { headers, signal: leaving.signal });
      expect(answer.status).toBe(200);
      const messages = parseSse(answer.body ?? new ReadableStream())[Symbol.asyncIterator]();
      const next = async () => {
        for (;;) {
          const { done = false, value } = await messages.next();
          if (done) return undefined;
          const event =
            value?.data === '' ? undefined : (JSON.parse(value?.data ?? '') as { type: string; data: object });
          if (event?.type === 'batch.accepted') return (event.data as { batchId: string }).batchId;
        }
      };
      return {
        nextBatch: async () => {
          const batchId = await next();
          if (batchId === undefined) throw new Error('the stream ended');
          return batchId;
        },
        /** How many batches are told of until the stream ends. */
        end: async () => {
          let count = 0;
          while ((await next()) !== undefined) count += 1;
          return count;
        },
      };
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
    },
  };
}

async function accept(siteId: string): Promise<void> {
  const as = { Authorization: `Bearer ${keys[siteId]}` };
  const { revision } = (await world.ask<{ revision: string }>('GET', PATHS.controllerSchedule, { as })).body;
  const schedule = { revision, rejected: [] };
  const body = { session: randomUUID(), sequence: 1, sentAt: new Date().toISOString(), schedule };
  expect((await world.ask('POST', PATHS.controllerReport, { body, as })).status).toBeLessThan(300);
}
