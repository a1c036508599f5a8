import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PATHS,
  type PoolFollowing,
  type PoolList,
  type PoolSignal,
  type Site,
  type SiteDelivery,
  type SiteDetails,
} from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { openForReading } from '@setpoint/server/testing/rooms/store';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { collect, runSetpoint } from '../../support/service/run-setpoint.ts';
import { ANY_PORTS, type Demo, HAS_STARTED, linesToPaste, startDemo } from './start-demo.ts';
import { folderOfTests, testFolder } from '@setpoint/server/testing/test-folder';

const hasCurl = spawnSync('curl', ['--version']).error === undefined;

describe('the demonstration', ifThere(hasCurl, 'curl'), () => {
  const folder = folderOfTests();
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo(folder);
  });

  afterAll(() => demo.stop());

  it('says the token once', () => {
    expect(demo.tokens).toHaveLength(1);
  });

  it('has twelve sites online with their assets and what is set on them', async () => {
    const { sites } = await lookUntil(
      async () => (await curl(demo.lines[0])) as { sites: Site[] },
      (list) => list.sites.length === 12 && list.sites.every(({ isOnline }) => isOnline),
    );
    const yesterday = Date.now() - 20 * 3_600_000;
    for (const { siteName, schedules } of sites) {
      const isSetSince = schedules.every(({ entries }) => Date.parse(entries[0]?.startAt ?? '') <= yesterday);
      expect([siteName, schedules.length > 0, isSetSince]).toEqual([siteName, true, true]);
    }
    const { assets } = (await curl(demo.lines[1])) as SiteDetails;
    expect(assets.bess).toMatchObject({ activePowerkW: expect.any(Number), soc: expect.any(Number) });
    expect(assets.load?.activePowerkW).toBeGreaterThan(0);
  });

  it('has a day behind it: what was measured each minute, and what became of what was set', async () => {
    const { sites } = (await curl(demo.lines[0])) as { sites: Site[] };
    using db = openForReading(join(folder, 'setpoint.sqlite'));
    const slots = db.prepare('SELECT COUNT(*) AS count FROM measurement WHERE site_id = ? AND minutes = ?');
    for (const { siteId, siteName } of sites) {
      const [minutes = 0, quarters = 0] = [1, 15].map((length) => Number(slots.get(siteId, length)?.['count']));
      // The last of each still runs.
      expect([siteName, minutes >= 24 * 60 - 3, quarters >= 24 * 4 - 2]).toEqual([siteName, true, true]);
      const delivery = PATHS.fleetSiteDelivery.replace(':siteId', siteId);
      const { commands } = (await curl(demo.lines[0]?.replace(PATHS.sites, delivery))) as SiteDelivery;
      const over = commands.flatMap(({ entries }) => entries.filter(({ endAt }) => Date.parse(endAt) < Date.now()));
      expect([siteName, over.length >= 5, new Set(over.map(({ state }) => state))]).toEqual([
        siteName,
        true,
        new Set(['completed']),
      ]);
    }
  });

  it('asks a pool for power, which it supplies, and goes on when what a visitor asks for has ended', async () => {
    const { pools } = (await curl(demo.lines[0]?.replace(PATHS.sites, PATHS.fleetPools))) as PoolList;
    const poolId = pools[0]?.poolId ?? '';
    expect(demo.poolUrl).toBe(`${demo.url}/pools/${poolId}`);
    const path = PATHS.fleetPoolSignal.replace(':poolId', poolId);
    const read = async () => (await curl(demo.lines[0]?.replace(PATHS.sites, path))) as PoolSignal;
    const first = await lookUntil(read, ({ memberCount }) => memberCount === 6);
    expect([first.orderedkW + first.shortfallkW, first.shortfallkW]).toEqual([first.kW, 0]);
    const following = PATHS.fleetPoolFollowing.replace(':poolId', poolId);
    const window = () => {
      const [from, to] = [Date.now() - 120_000, Date.now()].map((ms) => new Date(ms).toISOString());
      return `from=${from}&to=${to}`;
    };
    await lookUntil(
      async () =>
        (await curl(
          demo.lines[0]?.replace(PATHS.sites, `${following}?${window()}`).replace(/(http\S+)/, "'$1'"),
        )) as PoolFollowing,
      ({ orders }) => orders.unknown === 0 && orders.none === 0 && orders.followed + orders.underway === 6,
    );
    const signal = {
      kW: -8_000,
      sequence: first.sequence + 50,
      validUntil: new Date(Date.now() + 15_000).toISOString(),
    };
    const send = (method: string, to: string, body = {}) => {
      const line = demo.lines[0]?.replace(PATHS.sites, to).replace('curl -s', `curl -s -X ${method}`);
      return curl(`${line} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`);
    };
    // The synthetic signal has the seat of the pool, until somebody takes it over.
    expect(await send('PUT', path, signal)).toMatchObject({ error: 'conflict' });
    const seat = PATHS.fleetPoolSeat.replace(':poolId', poolId);
    await send('PUT', seat, { reason: 'a visitor' });
    expect(await send('PUT', path, signal)).toMatchObject({
      kW: -8_000,
      reasons: expect.arrayContaining([{ because: 'grid/afrrExportBookingkW', members: expect.any(Number) }]),
    });
    const line = demo.lines[0]?.replace(PATHS.sites, seat).replace('curl -s', 'curl -s -w {} -X DELETE');
    expect(await curl(line)).toEqual({});
    const next = await lookUntil(read, ({ actor }) => actor?.name === 'Demo grid operator');
    expect(Date.parse(next.at)).toBeGreaterThanOrEqual(Date.parse(signal.validUntil));
  });

  it('follows what is set by the line that it prints', async () => {
    expect(await curl(demo.lines[2])).toMatchObject({ accepted: 1 });
    const site = await lookUntil(
      async () => (await curl(demo.lines[1])) as SiteDetails,
      ({ assets }) => Math.abs((assets.bess?.activePowerkW ?? 0) - 300) < 1,
    );
    expect(site.schedules.map(({ asset, type }) => `${asset}/${type}`)).toContain('bess/activePowerkW');
  });

  it('stops in order when told to, and goes on where it was when npm starts it, all of which a Ctrl-C ends with 0', async () => {
    const before = (await curl(demo.lines[1])) as SiteDetails;
    // With another code it was cut short.
    expect(await demo.stop()).toBe(0);
    const child = spawn('npm', ['run', 'demo'], {
      env: { ...process.env, ...ANY_PORTS, SETPOINT_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const out = collect(child.stdout);
    while (!out().includes(HAS_STARTED)) await once(child.stdout, 'data');
    const [list, site] = linesToPaste(out());
    const after = (await curl(site)) as SiteDetails;
    expect([after.siteId, after.schedules]).toEqual([before.siteId, before.schedules]);
    expect(((await curl(list)) as { sites: Site[] }).sites).toHaveLength(12);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });
});

describe('the folder of the demonstration', () => {
  it('is that of SETPOINT_DATA_DIR, unless a store of somebody else is there', async () => {
    const folder = testFolder();
    writeFileSync(join(folder, 'setpoint.sqlite'), '');
    const { code, error } = await runSetpoint(['demo'], { ...ANY_PORTS, SETPOINT_DATA_DIR: folder });
    expect([code, error]).toEqual([
      78,
      expect.stringContaining(`${folder} has a store that is not of the demonstration`),
    ]);
    expect(readdirSync(folder)).toEqual(['setpoint.sqlite']);
  });
});

async function curl(line = ''): Promise<unknown> {
  const child = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
  const out = collect(child.stdout);
  await once(child, 'close');
  return JSON.parse(out());
}
