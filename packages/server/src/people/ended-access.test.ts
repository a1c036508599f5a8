import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../testing/open-world.ts';
import { openSetSites, type SetSites } from '../../testing/open-set-sites.ts';
import { type Authorizations, openSomebody, type PersonStep, PLACES, WHO } from '../../testing/open-somebody.ts';

const RUNS = 10;

let world: World;
let set: SetSites;
let open: Open = [];

beforeAll(async () => {
  world = await openWorld();
  set = await openSetSites(world);
});
afterAll(() => {
  leave(open);
  return world.close();
});

const steps: fc.Arbitrary<PersonStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom('give', 'give', 'give', 'take', 'take', 'lapse'),
      holder: fc.constantFrom('person', 'group', 'client'),
      place: fc.constantFrom(...PLACES),
      isSetting: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'provider gives group',
        'provider takes group',
        'claim lapses',
        'remove group',
        'sign out everywhere',
        'disable person',
        'disable client',
        'sign out here',
        'sign out client',
        'replace secret',
        'replace secret',
        'remove client',
        'replace key',
      ),
    }),
  },
);

it('streams and waits that are open know at once what was taken, and nothing of what came after', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 6, maxLength: 10 }), async (taken) => {
      const somebody = await openSomebody(world, set);
      open = await openAll(await somebody.signIn());
      for (const step of taken) {
        const over = await takeStep(somebody, step);
        if (over.length === 0) continue;
        leave(open);
        open = await openAll(await somebody.signIn());
      }
      leave(open);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

type Somebody = Awaited<ReturnType<typeof openSomebody>>;
type Batch = Awaited<ReturnType<SetSites['set']>>;

/** Changes something while all listen and wait, and compares what they hear with the model. */
async function takeStep(somebody: Somebody, step: PersonStep) {
  const batches = await setAll();
  const waits = await Promise.all(
    open.map(({ who, ears }) => {
      const seen = new Set<string>(somebody.seen(who));
      return Promise.all(batches.filter(({ siteId }) => seen.has(siteId)).map((one) => ears.waitFor(one)));
    }),
  );
  // So they are under way, and the change finds them waiting.
  for (const { ears } of open) expect(await ears.status(set.sites.c)).toBe(200);
  const over = await somebody.change(step);
  for (const { siteId } of batches) await set.accept(siteId);
  const after = await setAll();
  for (const [at, one] of open.entries()) {
    const isOver = over.includes(one.who);
    const seen = new Set<string>(somebody.seen(one.who));
    const statusOf = (siteId: string) => (isOver ? 401 : seen.has(siteId) ? 200 : 404);
    for (const { siteId, answer } of waits[at] ?? []) {
      expect([step, one.who, siteId, await answer]).toEqual([step, one.who, siteId, statusOf(siteId)]);
    }
    const expected = after.filter(({ siteId }) => statusOf(siteId) === 200);
    expect([step, one.who, await heardOf(one, after, isOver)]).toEqual([step, one.who, expected]);
    for (const siteId of Object.values(set.sites)) expect(await one.ears.status(siteId)).toBe(statusOf(siteId));
    if (isOver) await expect(one.ears.listen()).rejects.toThrow('401');
  }
  return over;
}

/** Those of some batches that somebody is told of; one whose token is over, until the stream ends. */
async function heardOf({ told }: Open[number], after: readonly Batch[], isOver: boolean): Promise<Batch[]> {
  const heard = new Set(isOver ? await told.rest() : await told.upTo(after.at(-1)?.batchId ?? ''));
  return after.filter(({ batchId }) => heard.has(batchId));
}

type Open = Awaited<ReturnType<typeof openAll>>;

async function openAll(authorizations: Authorizations) {
  return Promise.all(
    WHO.map(async (who) => {
      const ears = set.earsOf(authorizations[who]);
      return { who, ears, told: await ears.listen() };
    }),
  );
}

function leave(heard: Open): void {
  for (const { ears } of heard) ears.leave();
}

/** One batch of each site, c last: it tells that all before it was told. */
async function setAll(): Promise<Batch[]> {
  const { a, b, c } = set.sites;
  return [await set.set(a), await set.set(b), await set.set(c)];
}
