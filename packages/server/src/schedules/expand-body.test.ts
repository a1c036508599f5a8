import { randomUUID } from 'node:crypto';
import { LIMITS, type PortfolioResponse, type SiteDetails, type SiteId } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandBody } from './expand-body.ts';
import { MIDNIGHT } from '../../testing/draw-schedules.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const PATH = '/api/v1/fleet/schedules';

describe('values in the place of entries', () => {
  let world: World;
  let siteId: SiteId;

  beforeAll(async () => {
    world = await openWorld({ clock: { now: MIDNIGHT } });
    siteId = await world.site();
  });
  afterAll(() => world.close());

  async function send(batches: readonly object[]) {
    const { text } = await world.ask('POST', PATH, { body: { mode: 'each', batches } });
    return { body: JSON.parse(text) as PortfolioResponse };
  }

  it('may be those of a day, or one after the other, and are set in UTC', async () => {
    const values = Array.from({ length: 23 }, (_, hour) => hour);
    const day = { day: '2027-03-28', timeZone: 'Europe/Berlin', resolution: 60, values };
    const steps = { startAt: '2027-03-28T00:00:00+01:00', stepMinutes: 60, values: [5, null, 7] };
    const schedules = [
      { asset: 'grid', type: 'activePowerkW', entries: day },
      { asset: 'grid', type: 'upperLimitkW', entries: steps },
    ];
    expect((await send([{ siteId, schedules }])).body.accepted).toBe(1);
    const setOn = async () =>
      (JSON.parse((await world.ask('GET', `/api/v1/public/sites/${siteId}`)).text) as SiteDetails).schedules;
    const [limit, power] = await setOn();
    expect(power?.entries.map(({ value }) => value)).toEqual(values);
    expect([power?.entries[0]?.startAt, power?.entries.at(-1)?.endAt]).toEqual([
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
    ]);
    expect(limit?.entries.map(({ startAt, value }) => [startAt, value])).toEqual([
      ['2027-03-27T23:00:00.000Z', 5],
      ['2027-03-28T01:00:00.000Z', 7],
    ]);
    const before = await setOn();
    const window = { from: '2027-03-27T23:00:00Z', to: '2027-03-28T22:00:00Z', schedules };
    const path = `/api/v1/fleet/sites/${siteId}/schedules`;
    const validated = await world.ask('POST', `${path}/validate`, { body: window });
    expect(JSON.parse(validated.text)).toMatchObject({ outcome: 'valid', schedules: before });
    expect((await world.ask('PATCH', path, { body: window })).status).toBe(201);
    expect(await setOn()).toEqual(before);
    // The public POST takes entries alone; such values are judged as the PATCH does.
    expect((await world.ask('POST', `/api/v1/public/sites/${siteId}/schedules`, { body: { schedules } })).status).toBe(
      400,
    );
    const asked = await world.ask('POST', `${path}/validate`, { body: { schedules } });
    expect(JSON.parse(asked.text)).toMatchObject({ outcome: 'invalid', problems: [{ place: 'from' }] });
  });

  it.each([
    [
      { day: '2027-03-28', resolution: 15, values: [1] },
      'schedules[0].entries.timeZone: missing; name the time zone of the day',
    ],
    [
      { day: '2027-03-28', timeZone: 'Europe/Berlin', resolution: 60, values: [1] },
      'schedules[0].entries.values: 2027-03-28 in Europe/Berlin has 23 intervals of 60 minutes; there are 1 values',
    ],
    [{ startAt: '2027-03-28T00:00:00', stepMinutes: 15, values: [1] }, 'schedules[0].entries.startAt: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 0, values: [1] }, 'schedules[0].entries.stepMinutes: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: ['1'] }, 'schedules[0].entries.values[0]: '],
    [{ startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: [1], unit: 'kW' }, 'schedules[0].entries'],
    [
      { startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: Array.from({ length: 1_501 }, () => 1) },
      'schedules[0].entries.values: 1501 values; at most 1500 are accepted',
    ],
  ])('of %j say what is wrong with them', async (entries, message) => {
    const schedules = [{ asset: 'grid', type: 'activePowerkW', entries }];
    const { body } = await send([{ siteId, schedules }]);
    expect(body.results).toMatchObject([{ status: 400, message: expect.stringContaining(message) as unknown }]);
  });

  it('that are too many when they are written out are refused', async () => {
    const entries = { startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: Array.from({ length: 1_000 }, () => 1) };
    const pairs = [
      'activePowerkW',
      'upperLimitkW',
      'fcrImportkW',
      'fcrExportkW',
      'afrrImportBookingkW',
      'mfrrImportBookingkW',
    ];
    const schedules = pairs.map((type) => ({ asset: 'grid', type, entries }));
    const batches = Array.from({ length: 200 }, () => ({ siteId: randomUUID(), schedules }));
    const { status, text } = await world.ask('POST', PATH, { body: { mode: 'each', batches } });
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('too many when they are written out; send it in parts'),
    ]);
  });

  it('are not written out for more commands than a batch may have', async () => {
    const entries = { startAt: '2027-03-28T00:00:00Z', stepMinutes: 1, values: [1] };
    const command = { asset: 'grid', type: 'upperLimitkW', entries };
    const schedules = Array.from({ length: 300 }, () => command);
    const { body } = expandBody({ schedules }, undefined);
    expect(body).toEqual({
      schedules: Array.from({ length: LIMITS.maxCommands + 1 }, () => ({ ...command, entries: [] })),
    });
    const message = 'schedules: must NOT have more than 10 items';
    expect((await send([{ siteId, schedules }])).body.results).toMatchObject([{ status: 400, message }]);
  });

  it('are written out once for each command: one that is named again is refused for that', () => {
    const entries = { startAt: '2027-03-28T00:00:00Z', stepMinutes: 60, values: [1, 2] };
    const command = { asset: 'grid', type: 'activePowerkW', entries };
    const { body, problems } = expandBody({ schedules: [command, command] }, undefined);
    const { schedules } = body as { readonly schedules: readonly { readonly entries: unknown }[] };
    expect([schedules[0]?.entries, schedules[1]?.entries, problems]).toEqual([
      expect.objectContaining({ length: 2 }),
      [],
      [],
    ]);
  });
});
