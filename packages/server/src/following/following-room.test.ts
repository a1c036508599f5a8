import type { SiteFollowing, SiteMeasurements } from '@setpoint/contract';
import { readCsv } from '../../testing/read-csv.ts';
import { describe, expect, it } from 'vitest';
import { clockText, DAY, MIDNIGHT, ratedAssets, reportAssets, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const HALF_MINUTE = 30_000;

const clock = { now: MIDNIGHT };
const world = await worldOfTests({ clock });
const siteId = await world.site();
await setDrawn(
  world,
  siteId,
  `grid activePowerkW | 00-00:15 100, 00:15-00:30 200, 02-03 50
   grid upperLimitkW | 00-20 500
   bess activePowerkW | 00:30-00:45 40`,
);
for (let at = Date.parse(clockText('00')); at < Date.parse(clockText('00:45')); at += HALF_MINUTE) {
  clock.now = at;
  const { grid, bess } = ratedAssets();
  if (grid == null || bess == null) throw new Error('both groups are there');
  await reportAssets(world, siteId, {
    grid: { ...grid, activePowerkW: 101 },
    bess: { ...bess, activePowerkW: 40 },
  });
}
clock.now = Date.parse(clockText('00:45'));

describe('what was measured, and whether it was what was planned', () => {
  it('is told for each entry that has begun', async () => {
    const { status, text } = await ask('following', DAY);
    const { entries, limits, tolerances } = JSON.parse(text) as SiteFollowing;
    expect([status, tolerances.grid]).toEqual([200, { kW: 5, percent: 5, rampSeconds: 60 }]);
    expect(entries).toEqual([
      {
        asset: 'grid',
        type: 'activePowerkW',
        startAt: clockText('00'),
        endAt: clockText('00:15'),
        value: 100,
        state: 'followed',
        judgedFrom: clockText('00'),
        judgedUntil: clockText('00:15'),
        measuredShare: 1,
        plannedkWh: 25,
        measuredkWh: 25.25,
        meanErrorkW: 1,
        withinShare: 1,
      },
      expect.objectContaining({ value: 200, state: 'deviating', plannedkWh: 50, meanErrorkW: -99 }),
      expect.objectContaining({ asset: 'bess', state: 'followed' }),
    ]);
    const kept = { type: 'upperLimitkW', value: 500, state: 'followed', judgedFrom: clockText('00') };
    expect(limits).toMatchObject([kept]);
  });

  it('is a table for who asks for one, an entry in a line', async () => {
    const { entries } = JSON.parse((await ask('following', DAY)).text) as SiteFollowing;
    const rows = readCsv((await ask('following', DAY, { Accept: 'text/csv' })).text);
    const texts = entries.map((entry) =>
      Object.fromEntries(Object.entries(entry).map(([name, cell]) => [name, cell === null ? null : String(cell)])),
    );
    expect(rows.filter(({ type }) => type === 'activePowerkW')).toEqual(
      texts.map((text) => ({ ...text, orderedkWh: null, suppliedkWh: null })),
    );
  });

  it('is told of the entries that reach into the window alone', async () => {
    const { text } = await ask('following', `from=${clockText('00:20')}&to=${clockText('00:25')}`);
    const { entries, limits } = JSON.parse(text) as SiteFollowing;
    expect(entries.map(({ value }) => value)).toEqual([200]);
    expect(limits).toMatchObject([{ judgedFrom: clockText('00:20') }]);
    const { text: none } = await ask('following', `from=${clockText('05')}&to=${clockText('06')}`);
    expect((JSON.parse(none) as SiteFollowing).entries).toEqual([]);
  });

  it('is read by the minute, by quarters of an hour, and longer', async () => {
    const read = async (resolution: number) =>
      (JSON.parse((await ask('measurements', `${DAY}&resolution=${resolution}`)).text) as SiteMeasurements)
        .measurements;
    expect(await read(1)).toHaveLength(2 * 45);
    expect((await read(15)).slice(0, 2)).toEqual([
      { startAt: clockText('00'), endAt: clockText('00:15'), asset: 'grid', activePowerkW: 101, soc: null },
      { startAt: clockText('00'), endAt: clockText('00:15'), asset: 'bess', activePowerkW: 40, soc: 50 },
    ]);
    expect((await read(60)).map(({ endAt, asset }) => [endAt, asset])).toEqual([
      [clockText('01'), 'grid'],
      [clockText('01'), 'bess'],
    ]);
  });

  it('is a table for who asks for one', async () => {
    const window = `from=${clockText('00:15')}&to=${clockText('00:30')}`;
    const csv = await ask('measurements', window, { Accept: 'text/csv' });
    expect(csv.text).toBe(
      [
        'startAt,endAt,asset,activePowerkW,soc',
        `${clockText('00:15')},${clockText('00:30')},grid,101,`,
        `${clockText('00:15')},${clockText('00:30')},bess,40,50`,
        '',
      ].join('\r\n'),
    );
  });

  function ask(what: 'following' | 'measurements', query: string, headers: Record<string, string> = {}) {
    return world.ask('GET', `/api/v1/fleet/sites/${siteId}/${what}?${query}`, { headers });
  }
});
