import { type Acknowledgement, type AcknowledgementList, PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { worldOfTests } from '../../testing/open-world.ts';
import { readRecords } from '../../testing/read-records.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(STORE_KINDS)('acknowledged problems, on %s', async (store) => {
  const clock = { now: Date.now() };
  const world = await worldOfTests({ store, clock });

  const after = (ms: number) => new Date(clock.now + ms).toISOString();
  const put = (body: object) => world.ask<{ message: string }>('PUT', PATHS.fleetAcknowledgements, { body });
  const list = async (query = '') =>
    (await world.ask<AcknowledgementList>('GET', PATHS.fleetAcknowledgements + query)).body;
  const shown = async () => (await list()).acknowledgements.map(({ siteId, problem, note }) => [siteId, problem, note]);
  const sites = async (count: number) => {
    const made = [];
    for (let index = 0; index < count; index += 1) made.push(await world.site());
    return made.toSorted();
  };
  const forget = async () => {
    clock.now += 31 * DAY_MS;
    expect(await shown()).toEqual([]);
  };

  it('a problem is acknowledged until it is taken back, and a second note replaces the first', async () => {
    const [one = '', other = ''] = await sites(2);
    const siteIds = [one, other];
    expect((await put({ siteIds, problem: 'offline', until: after(HOUR_MS), note: 'on the way' })).status).toBe(204);
    expect((await put({ siteIds: [other], problem: 'offline', until: after(2 * HOUR_MS) })).status).toBe(204);
    expect((await put({ siteIds: [one], problem: 'trouble:clock_off', until: after(HOUR_MS) })).status).toBe(204);
    expect(await shown()).toEqual([
      [one, 'offline', 'on the way'],
      [one, 'trouble:clock_off', null],
      [other, 'offline', null],
    ]);
    expect((await put({ siteIds, problem: 'offline', until: null })).status).toBe(204);
    expect(await shown()).toEqual([[one, 'trouble:clock_off', null]]);
    await forget();
  });

  it('says who acknowledged it, and pages', async () => {
    const siteIds = await sites(3);
    await put({ siteIds, problem: 'behind', until: after(HOUR_MS) });
    const seen: Acknowledgement[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: AcknowledgementList = await list(`?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.acknowledgements);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ siteId }) => siteId)).toEqual(siteIds);
    expect(seen[0]).toMatchObject({
      actor: { kind: 'client', id: world.operatorId },
      createdAt: after(0),
      until: after(HOUR_MS),
    });
    await forget();
  });

  it.each([
    ['an end in the past', () => after(-1), 'until: is in the past'],
    ['an end that is now', () => after(0), 'until: is in the past'],
    ['an end behind the horizon', () => after(30 * DAY_MS + 1), 'until: is more than 30 days ahead'],
  ])('refuses %s', async (_, until, message) => {
    const reply = await put({ siteIds: await sites(1), problem: 'offline', until: until() });
    expect([reply.status, reply.body.message]).toEqual([400, message]);
    expect(await shown()).toEqual([]);
  });

  it('ends by itself, with its site, and then leaves no row', async () => {
    const [one = '', other = ''] = await sites(2);
    await put({ siteIds: [one, other], problem: 'limited', until: after(HOUR_MS) });
    await world.done('DELETE', `${PATHS.fleetSite.replace(':siteId', one)}?name=Nordhafen`);
    expect(await shown()).toEqual([[other, 'limited', null]]);
    clock.now += HOUR_MS;
    expect(await shown()).toEqual([]);
    await put({ siteIds: await sites(1), problem: 'offline', until: after(HOUR_MS) });
    expect(await world.query("SELECT count(*) AS n FROM acknowledgement WHERE problem = 'limited'")).toMatchObject([
      { n: expect.toSatisfy((count) => Number(count) === 0) },
    ]);
    await forget();
  });

  it('the audit log has each change once, and none of what changed nothing', async () => {
    const siteIds = await sites(2);
    const body = { siteIds, problem: 'issue:energy' };
    const begin = (await readRecords(world.store)).records.length;
    await put({ ...body, until: null });
    await put({ ...body, until: after(HOUR_MS), note: 'charging by hand' });
    await put({ ...body, until: after(HOUR_MS), note: 'charging by hand' });
    await put({ ...body, until: null });
    const records = (await readRecords(world.store)).records.slice(begin);
    expect(records.map(({ action, subject, before, after: then }) => [action, subject.id, before, then])).toEqual([
      [
        'acknowledgement.added',
        'issue:energy',
        null,
        { problem: 'issue:energy', sites: 2, siteIds, until: after(HOUR_MS), note: 'charging by hand' },
      ],
      ['acknowledgement.removed', 'issue:energy', expect.objectContaining({ sites: 2 }), null],
    ]);
  });

  it('the audit log has the note of each site, where they differ, and each change of one', async () => {
    const [one = '', other = ''] = await sites(2);
    const body = { siteIds: [one, other], problem: 'issue:energy' };
    await put({ ...body, siteIds: [one], until: after(2 * HOUR_MS), note: 'charging by hand' });
    await put({ ...body, siteIds: [other], until: after(HOUR_MS) });
    const begin = (await readRecords(world.store)).records.length;
    const until = after(2 * HOUR_MS);
    await put({ ...body, until, note: 'charging by hand' });
    await put({ ...body, siteIds: [other], until, note: 'a new battery comes' });
    await put({ ...body, until, note: 'charging by hand' });
    await put({ ...body, until: null });
    const records = (await readRecords(world.store)).records.slice(begin);
    const all = { problem: 'issue:energy', sites: 2, siteIds: body.siteIds, until };
    const same = { ...all, note: 'charging by hand' };
    const notes = (note: string | null, end: string) => [
      { note: 'charging by hand', until, siteIds: [one] },
      { note, until: end, siteIds: [other] },
    ];
    expect(records.map(({ action, before, after: then }) => [action, before, then])).toEqual([
      ['acknowledgement.changed', { ...all, notes: notes(null, after(HOUR_MS)) }, same],
      ['acknowledgement.changed', expect.anything(), expect.objectContaining({ note: 'a new battery comes' })],
      ['acknowledgement.changed', { ...all, notes: notes('a new battery comes', until) }, same],
      ['acknowledgement.removed', same, null],
    ]);
  });
});
