import type { PortfolioResponse, SiteDetails, SiteId, SplicedSchedules } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIDNIGHT } from '../../testing/draw-schedules.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

describe('a splice without from and to', () => {
  let world: World;
  let siteId: SiteId;

  beforeAll(async () => {
    world = await openWorld({ clock: { now: MIDNIGHT } });
    siteId = await world.site();
  });
  afterAll(() => world.close());

  it.each([
    ['2027-03-28', 'Europe/Berlin', 15, 92, ['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z']],
    ['2027-10-31', 'Europe/Berlin', 15, 100, ['2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z']],
    ['2027-04-04', 'Australia/Lord_Howe', 30, 49, ['2027-04-03T13:00:00.000Z', '2027-04-04T13:30:00.000Z']],
    ['2027-10-03', 'Australia/Lord_Howe', 30, 47, ['2027-10-02T13:30:00.000Z', '2027-10-03T13:00:00.000Z']],
  ])('is for the day %s in %s, as in CSV', async (day, timeZone, resolution, count, [from, to]) => {
    const values = Array.from({ length: count }, (_, index) => (index === 0 ? null : index));
    const schedules = [{ ...POWER, entries: { day, timeZone, resolution, values } }];
    const { window } = await splice({ schedules });
    expect(window).toEqual({ from, to, entries: count - 1 });
    const query = `day=${day}&timeZone=${encodeURIComponent(timeZone)}&resolution=${resolution}&asset=grid&type=activePowerkW`;
    const csv = await world.ask('PATCH', `${path()}?${query}`, {
      headers: { 'Content-Type': 'text/csv' },
      body: `value\n${values.map((value) => value ?? '').join('\n')}\n`,
    });
    expect(JSON.parse(csv.text)).toMatchObject({ window });
    await expect(validate({ schedules })).resolves.toMatchObject({ outcome: 'valid', window });
  });

  it('is for the span of a series, gaps included, and keeps the rest', async () => {
    await splice({ from: clock(0), to: clock(4), schedules: [{ ...POWER, entries: [entry(0, 4, 1)] }] });
    const entries = { startAt: clock(1), stepMinutes: 60, values: [null, 7] };
    const { window } = await splice({ schedules: [{ ...POWER, entries }] });
    expect(window).toEqual({ from: clock(1), to: clock(3), entries: 1 });
    const { text } = await world.ask('GET', `/api/v1/public/sites/${siteId}`);
    const [set] = (JSON.parse(text) as SiteDetails).schedules;
    expect(set?.entries.filter(({ startAt }) => startAt >= clock(0))).toEqual([
      entry(0, 1, 1),
      entry(2, 3, 7),
      entry(3, 4, 1),
    ]);
  });

  it('clears a pair, and checks entries, in the window of the values beside them', async () => {
    const series = { ...POWER, entries: { startAt: clock(0), stepMinutes: 60, values: [1, 2] } };
    await splice({ schedules: [series, { ...LIMIT, entries: [entry(1, 2, 5)] }] });
    await splice({ schedules: [series, { ...LIMIT, entries: [] }] });
    await expect(refusal({ schedules: [series, { ...LIMIT, entries: [entry(1, 3, 5)] }] })).resolves.toContain(
      'reaches beyond the window',
    );
  });

  it('has the window that it gives, whatever its values are', async () => {
    const entries = { startAt: clock(1), stepMinutes: 60, values: [7] };
    const given = { from: clock(0), to: clock(4), schedules: [{ ...POWER, entries }] };
    expect((await splice(given)).window).toEqual({ from: clock(0), to: clock(4), entries: 1 });
    await expect(refusal({ ...given, to: clock(1) })).resolves.toContain('reaches beyond the window');
    const { to: _to, ...half } = given;
    await expect(refusal(half)).resolves.toBe("body: must have required property 'to'");
  });

  it.each([
    ['entries of its own', [{ ...POWER, entries: [] }], 'from: missing; give from and to, or the values of one day'],
    ['nothing', undefined, 'from: missing; give from and to'],
    [
      'values of several days',
      [POWER, LIMIT].map((pair, index) => ({ ...pair, entries: dayOf(`2027-03-2${index}`) })),
      'from: missing, and the values are of several windows; give from and to',
    ],
    [
      'a day of another length',
      [{ ...POWER, entries: { ...dayOf('2027-03-20'), resolution: 30 } }],
      'schedules[0].entries.values: 2027-03-20 in UTC has 48 intervals of 30 minutes; there are 24 values',
    ],
  ])('is refused with %s, and says what to give', async (_of, schedules, message) => {
    const told = await refusal({ ...(schedules === undefined ? {} : { schedules }), dropEnded: true });
    expect(told.slice(0, message.length)).toBe(message);
    if (schedules === undefined) return;
    const asked = await validate({ schedules, dropEnded: false });
    expect(asked).toMatchObject({ outcome: 'invalid' });
  });

  it('is one in a portfolio by dropEnded; without it, all that is set is replaced', async () => {
    const [morning, all] = [dayOf('2027-03-20'), dayOf('2027-03-21')];
    const set = async (batch: object) => {
      const body = { mode: 'all', batches: [{ siteId, ...batch }] };
      const { text } = await world.ask('POST', '/api/v1/fleet/schedules', { body });
      return (JSON.parse(text) as PortfolioResponse).results;
    };
    await set({ schedules: [{ ...LIMIT, entries: morning }] });
    await expect(set({ dropEnded: false, schedules: [{ ...LIMIT, entries: all }] })).resolves.toMatchObject([
      { status: 201, dropped: 0 },
    ]);
    const { text } = await world.ask('GET', `/api/v1/public/sites/${siteId}`);
    const limit = (JSON.parse(text) as SiteDetails).schedules.find(({ type }) => type === LIMIT.type);
    expect(limit?.entries).toHaveLength(48);
  });

  const path = () => `/api/v1/fleet/sites/${siteId}/schedules`;

  async function splice(body: object): Promise<SplicedSchedules> {
    const { status, text } = await world.ask('PATCH', path(), { body });
    expect([status, text]).toEqual([201, expect.any(String)]);
    return JSON.parse(text) as SplicedSchedules;
  }

  async function refusal(body: object): Promise<string> {
    const { status, text } = await world.ask('PATCH', path(), { body });
    expect([status, text]).toEqual([400, expect.any(String)]);
    return (JSON.parse(text) as { message: string }).message;
  }

  async function validate(body: object): Promise<unknown> {
    return JSON.parse((await world.ask('POST', `${path()}/validate`, { body })).text);
  }
});

const POWER = { asset: 'grid', type: 'activePowerkW' };
const LIMIT = { asset: 'grid', type: 'upperLimitkW' };

function clock(hour: number): string {
  return new Date(MIDNIGHT + hour * 3_600_000).toISOString();
}

function entry(from: number, to: number, value: number) {
  return { startAt: clock(from), endAt: clock(to), value };
}

function dayOf(day: string) {
  return { day, timeZone: 'UTC', resolution: 60, values: Array.from({ length: 24 }, (_, hour) => hour) };
}
