import type { SiteDetails, SitePlan } from '@setpoint/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { drawSchedules, MIDNIGHT } from '../../testing/draw-schedules.ts';
import { openWorld } from '../../testing/open-world.ts';

const HOUR = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z' };
const WRITES = 30;

const world = await openWorld({ clock: { now: MIDNIGHT } });
const siteId = await world.site();
afterAll(() => world.close());

describe('setting one site', () => {
  it.each(['0.3', '77.1', '-0.1', '1e-7', '1.1e21', '0.30000000000000004'])(
    'takes %s as a number, and keeps it',
    async (value) => {
      const body = `{"schedules":[{"asset":"grid","type":"activePowerkW","entries":[{"startAt":"${HOUR.startAt}","endAt":"${HOUR.endAt}","value":${value}}]}]}`;
      expect((await set(body)).status).toBe(201);
      const site = JSON.parse((await world.ask('GET', `/api/v1/public/sites/${siteId}`)).text) as SiteDetails;
      expect(site.schedules[0]?.entries[0]?.value).toBe(Number(value));
      const window = `from=${HOUR.startAt}&to=${HOUR.endAt}`;
      const plan = JSON.parse(
        (await world.ask('GET', `/api/v1/fleet/sites/${siteId}/plan?${window}`)).text,
      ) as SitePlan;
      expect(plan.plan.grid[0]?.target).toBeCloseTo(Number(value), 6);
    },
  );

  it('many times at once gives each write a version of its own, and leaves the last one set', async () => {
    const schedulesOf = (value: number) => [
      ...drawSchedules(`grid activePowerkW | 00-04 ${value}`),
      ...drawSchedules(`bess activePowerkW | 00-04 ${value}`),
    ];
    const all = Array.from({ length: WRITES }, async (_, value) => {
      const { status, headers } = await set(JSON.stringify({ schedules: schedulesOf(value) }));
      return { status, version: Number(headers['schedule-version']), value };
    });
    const written = (await Promise.all(all)).toSorted((one, other) => one.version - other.version);
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]));
    const [first] = written;
    expect(written.map(({ version }) => version)).toEqual(written.map((_, index) => (first?.version ?? 0) + index));
    const site = JSON.parse((await world.ask('GET', `/api/v1/public/sites/${siteId}`)).text) as SiteDetails;
    // Both commands of one write: never half of one and half of another.
    const last = written.at(-1)?.value;
    expect(site.schedules.map(({ entries }) => entries.map(({ value }) => value))).toEqual([[last], [last]]);
  });

  it('by values of a day without a time zone sets the day of the site', async () => {
    const entries = { day: '2030-01-01', resolution: 1_440, values: [7] };
    const body = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] };
    const path = `/api/v1/fleet/sites/${siteId}/schedules`;
    const window = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z', entries: 1 };
    for (const [method, end] of [
      ['POST', '/validate'],
      ['PATCH', ''],
    ] as const)
      expect((await world.ask(method, path + end, { body })).body).toMatchObject({ window });
  });

  function set(body: string) {
    const headers = { 'Content-Type': 'application/json' };
    return world.ask('POST', `/api/v1/public/sites/${siteId}/schedules`, { body, headers });
  }
});
