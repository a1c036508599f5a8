import type { FleetHeadroom, SiteHeadroom, SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../testing/read-csv.ts';
import { clockText, DAY, MIDNIGHT, ratedAssets, reportAssets, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const KINDS = ['afrrImport', 'afrrExport', 'mfrrImport', 'mfrrExport', 'fcrImport', 'fcrExport'] as const;
const WINDOW = { from: clockText('00'), to: clockText('02') };

const world = await worldOfTests({ clock: { now: MIDNIGHT } });

describe('the headroom over HTTP', () => {
  it('is given by quarter hour, with what binds', async () => {
    const siteId = await limitedSite('Nordhafen', 400);
    const answer = await headroomOf(siteId, DAY);
    expect([answer.siteId, answer.version, answer.intervals.length]).toEqual([siteId, 1, 96]);
    expect(answer.intervals[4]).toEqual({
      from: clockText('01'),
      to: clockText('01:15'),
      isEnergyKnown: false,
      ...Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          kind.endsWith('Import') ? { kW: 300, binds: ['grid/upperLimitkW'] } : { kW: 1_100, binds: ['rating'] },
        ]),
      ),
      setpointUp: { kW: 300, binds: ['grid/upperLimitkW'] },
      setpointDown: { kW: 1_100, binds: ['rating'] },
    });
    expect(answer.intervals[95]).toMatchObject({ setpointUp: null, setpointDown: null });
  });

  it('is a table for who asks for one, empty where nothing bounds it', async () => {
    const siteId = await limitedSite('Tabelle', 400);
    const path = `/api/v1/fleet/sites/${siteId}/headroom?${DAY}`;
    const rows = readCsv((await world.ask('GET', path, { headers: { Accept: 'text/csv' } })).text);
    expect(rows).toHaveLength(96);
    expect(rows[4]).toMatchObject({
      from: clockText('01'),
      isEnergyKnown: 'false',
      afrrImportkW: '300',
      afrrImportBinds: 'grid/upperLimitkW',
      setpointDownkW: '1100',
    });
    expect(rows[95]).toMatchObject({ setpointUpkW: null, setpointUpBinds: null });
  });

  it('has intervals of any minutes, the last one as long as the window lets it', async () => {
    const { intervals } = await headroomOf(await world.site(), `${query({ ...WINDOW })}&resolution=50`);
    expect(intervals.map(({ from, to }) => [from, to])).toEqual([
      [clockText('00'), clockText('00:50')],
      [clockText('00:50'), clockText('01:40')],
      [clockText('01:40'), clockText('02')],
    ]);
    expect(intervals[0]?.afrrImport).toEqual({ kW: null, binds: [] });
  });

  it('of many sites is that of each, and the sum', async () => {
    const siteIds = [
      await limitedSite('A', 400),
      await limitedSite('B', 150.3),
      await world.site({ siteName: 'Unknown' }),
    ];
    const body = { siteIds, ...WINDOW, resolution: 60 };
    const answer = await world.done<FleetHeadroom>('POST', '/api/v1/fleet/headroom', { body });
    const each = await Promise.all(siteIds.map((siteId) => headroomOf(siteId, `${query(WINDOW)}&resolution=60`)));
    expect(answer.sites).toEqual(each);
    expect(answer.sum.map(({ from, to }) => [from, to])).toEqual([
      [clockText('00'), clockText('01')],
      [clockText('01'), clockText('02')],
    ]);
    expect(answer.sum[1]?.mfrrImport).toEqual({ kW: 350.3, sites: 2, unbounded: 1 });
    expect(answer.sum[1]?.setpointUp).toEqual({ kW: 350.3, sites: 2, unbounded: 0 });
  });

  it.each([
    [`${DAY}&resolution=1441`, 'whole number from 1 to 1440'],
    ['from=2030-01-01T00:00:00Z&to=2030-01-06T00:00:00Z&resolution=1', '7200 intervals; at most 5000'],
  ])('refuses the query "%s"', async (asked, reason) => {
    const siteId = await world.site();
    const { status, text } = await world.ask('GET', `/api/v1/fleet/sites/${siteId}/headroom?${asked}`);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
  });

  async function limitedSite(name: string, limit: number): Promise<SiteId> {
    const siteId = await world.site({ siteName: name });
    await reportAssets(world, siteId, ratedAssets());
    await setDrawn(world, siteId, `grid activePowerkW | 00-20 100\n grid upperLimitkW | 00-20 ${limit}`);
    return siteId;
  }

  const headroomOf = (siteId: SiteId, asked: string) =>
    world.done<SiteHeadroom>('GET', `/api/v1/fleet/sites/${siteId}/headroom?${asked}`);

  function query(window: Record<string, string>): string {
    return new URLSearchParams(window).toString();
  }
});
