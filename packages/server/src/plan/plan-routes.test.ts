import type { SiteId, SitePlan } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { clockText, DAY, MIDNIGHT, ratedAssets, reportAssets, setDrawn } from '../../testing/draw-schedules.ts';
import { worldOfTests } from '../../testing/open-world.ts';
import { readCsv } from '../../testing/read-csv.ts';

const WORKED = `
  grid activePowerkW       | 00-04 100
  grid upperLimitkW        | 00-06 400
  grid afrrImportBookingkW | 00-04 200
  grid afrrActivationkW    | 01-02 150
  grid fcrImportkW         | 00-04 150
  grid fcrExportkW         | 00-04 150`;
const MORNING = 'from=2030-01-01T00:00:00Z&to=2030-01-01T06:00:00Z';

const world = await worldOfTests({ clock: { now: MIDNIGHT } });

describe('the plan over HTTP', () => {
  it('is that of the rules, with ratings and energy as the site reported them', async () => {
    const siteId = await addWorkedSite();
    const { status, text } = await world.ask('GET', planPath(siteId, MORNING));
    const answer = JSON.parse(text) as SitePlan;
    expect([status, answer.siteId, answer.siteName, answer.version]).toEqual([200, siteId, 'Nordhafen', 1]);
    expect(answer.reportedAt).toBe('2030-01-01T00:00:00.000Z');
    const { grid, solar, energy, ...window } = answer.plan;
    expect(window).toMatchObject({ from: clockText('00'), to: clockText('06') });
    expect(grid.map(({ from, to, target, lo, hi }) => [from, to, target, lo, hi])).toEqual([
      [clockText('00'), clockText('01'), 100, -1_000, 400],
      [clockText('01'), clockText('02'), 250, -1_000, 400],
      [clockText('02'), clockText('04'), 100, -1_000, 400],
      [clockText('04'), clockText('06'), null, -1_000, 400],
    ]);
    expect(grid[1]?.because).toEqual([
      { source: 'grid/activePowerkW', delta: 100, after: 100 },
      { source: 'grid/afrrActivationkW', delta: 150, after: 250 },
      { source: 'grid/upperLimitkW', delta: 0, after: 250 },
    ]);
    expect(grid[0]?.issues).toEqual([{ code: 'headroom_import', amount: 50 }]);
    expect(solar[0]).toMatchObject({ lo: 0, hi: 200 });
    expect(energy).toEqual({ knownUntil: clockText('00'), unknownBecause: 'no_target', violation: null });
  });

  it('is a table for who asks for one: what it comes to, segment by segment', async () => {
    const siteId = await addWorkedSite();
    const { plan } = JSON.parse((await world.ask('GET', planPath(siteId, MORNING))).text) as SitePlan;
    const csv = await world.ask('GET', planPath(siteId, MORNING), { headers: { Accept: 'text/csv' } });
    expect(csv.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', vary: 'Accept, Accept-Encoding' });
    const atItsPath = await world.ask('GET', planPath(siteId, MORNING).replace('/plan?', '/plan.csv?'));
    expect([atItsPath.text, atItsPath.headers]).toMatchObject([
      csv.text,
      { 'content-type': 'text/csv; charset=utf-8', vary: 'Accept-Encoding' },
    ]);
    const rows = readCsv(csv.text);
    expect(rows).toHaveLength(plan.grid.length + plan.bess.length + plan.solar.length);
    const [first] = rows;
    expect([first?.['asset'], first?.['targetkW'], first?.['issues']]).toEqual(['grid', '100', 'headroom_import 50']);
    const cellOf = (value: number | null) => (value === null ? null : String(value));
    expect(rows.filter(({ asset }) => asset === 'grid')).toEqual(
      plan.grid.map(({ from, to, target, offset, lo, hi, reserveImport, reserveExport, issues }) => ({
        asset: 'grid',
        from,
        to,
        targetkW: cellOf(target),
        offsetkW: cellOf(offset),
        lokW: cellOf(lo),
        hikW: cellOf(hi),
        reserveImportkW: cellOf(reserveImport),
        reserveExportkW: cellOf(reserveExport),
        optimalSocPcnt: null,
        issues: issues.map(({ code, amount }) => `${code} ${amount}`).join('; ') || null,
      })),
    );
  });

  it('tells no reasons to who wants none', async () => {
    const siteId = await addWorkedSite();
    const told = JSON.parse((await world.ask('GET', planPath(siteId, MORNING))).text) as SitePlan;
    const untold = JSON.parse((await world.ask('GET', planPath(siteId, `${MORNING}&because=false`))).text) as SitePlan;
    const without = <Told extends object>(segments: readonly Told[]) =>
      segments.map((one) => ({ ...one, because: [] }));
    const { grid, bess, solar } = told.plan;
    const plan = { ...told.plan, grid: without(grid), bess: without(bess), solar: without(solar) };
    expect(untold).toEqual({ ...told, plan });
    const body = { siteIds: [siteId], from: clockText('00'), to: clockText('06'), because: false };
    const many = await world.ask('POST', '/api/v1/fleet/plans', { body });
    expect(JSON.parse(many.text)).toEqual({ sites: [untold] });
  });

  it('tells when the energy runs out, and where that is', async () => {
    const siteId = await world.site();
    await reportAssets(world, siteId, ratedAssets({ capacityKwh: 100, soc: 50 }));
    await setDrawn(world, siteId, 'bess activePowerkW | 00-24 0\n grid mfrrExportBookingkW | 03-08 60');
    const { plan } = JSON.parse((await world.ask('GET', planPath(siteId, DAY))).text) as SitePlan;
    expect(plan.energy.violation).toEqual({ at: clockText('03'), direction: 'export', missingkWh: 10 });
    expect(plan.bess.flatMap(({ issues }) => issues)).toEqual([{ code: 'energy', amount: 10, at: clockText('03') }]);
  });

  it('is unbounded, and of unknown energy, on a site that never reported', async () => {
    const { plan, ...site } = await world.done<SitePlan>('GET', planPath(await world.site(), DAY));
    expect([site.reportedAt, site.version, plan.energy.unknownBecause]).toEqual([null, 0, 'nothing_reported']);
    expect(plan.grid).toMatchObject([{ from: clockText('00'), to: clockText('24'), lo: null, hi: null, offset: 0 }]);
  });

  it('of many sites is that of each, in the order in which they are named', async () => {
    const siteIds = [await addWorkedSite(), await world.site({ siteName: 'Alpha' }), await addWorkedSite()];
    const body = { siteIds: siteIds.map((id) => id.toUpperCase()), from: clockText('00'), to: clockText('06') };
    const { status, text } = await world.ask('POST', '/api/v1/fleet/plans', { body });
    const single = await Promise.all(siteIds.map(async (id) => (await world.ask('GET', planPath(id, MORNING))).text));
    expect([status, JSON.parse(text)]).toEqual([200, { sites: single.map((one) => JSON.parse(one) as SitePlan) }]);
  });

  it.each([
    ['from=2030-01-01T00:00:00Z', 'to is missing'],
    ['from=2030-01-01T00:00:00+01:00&to=2030-01-02T00:00:00Z', 'write + as %2B'],
    ['from=1969-01-01T00:00:00Z&to=2030-01-01T00:00:00Z', 'and an offset, from 1970 to 9999'],
    ['from=2030-01-01T00:00:00Z&to=2030-01-01T00:00:00Z', 'to must be after from'],
    ['from=2030-01-01T00:00:00Z&to=2030-02-05T00:00:00.001Z', 'at most 35 days apart'],
  ])('refuses the query "%s"', async (query, reason) => {
    const { status, text } = await world.ask('GET', planPath(await world.site(), query));
    expect([status, text]).toEqual([400, expect.stringContaining(JSON.stringify(reason).slice(1, -1))]);
  });

  async function addWorkedSite(): Promise<SiteId> {
    const siteId = await world.site();
    await reportAssets(world, siteId, ratedAssets());
    await setDrawn(world, siteId, WORKED);
    return siteId;
  }

  function planPath(siteId: SiteId, query: string): string {
    return `/api/v1/fleet/sites/${siteId}/plan?${query}`;
  }
});
