import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { collect, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';
import { serveEachTest } from '../../support/service/serve-tests.ts';

describe('setpoint simulate', () => {
  const world = serveEachTest();

  it.each(['https', 'mqtt'])('runs many sites over %s that report and take schedules', async (binding) => {
    const fleet = startFleet(binding, '--sites', '13', '--report-every', '1');
    await fleet.says('13 controllers are connected.');
    const sites = await world.client.listSites();
    expect(sites.map(({ siteName }) => siteName)).toEqual(numbered('simulated', 13));
    expect(sites.every(({ isOnline }) => isOnline)).toBe(true);
    const [siteId = '', ...others] = sites.map((site) => site.siteId);
    const load = await loadOf(siteId);
    const sameKind = await loadOf(others[11] ?? '');
    expect(sameKind).toEqual({ ...load, id: expect.anything() as unknown, activePowerkW: sameKind?.activePowerkW });
    expect(sameKind?.activePowerkW).not.toBe(load?.activePowerkW);

    const entry = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 600_000).toISOString() };
    await world.client.setSchedules(siteId, [
      { asset: 'bess', type: 'activePowerkW', entries: [{ ...entry, value: 120 }] },
    ]);
    await lookUntil(
      () => world.client.readSite(siteId),
      ({ assets }) => assets.bess?.activePowerkW === 120,
    );

    const summary = await fleet.stop();
    expect(summary).toMatchObject({ sites: 13, removed: 0, lagP50Ms: expect.any(Number) as unknown });
    expect(summary['snapshots']).toBeGreaterThanOrEqual(14);
    expect(summary['reports']).toBeGreaterThanOrEqual(27);
    await lookUntil(
      () => world.client.listSites(),
      (left) => left.every(({ isOnline }) => !isOnline),
    );
  });

  it('uses the sites of an earlier run again, and removes its own when told to', async () => {
    for (const siteName of ['simulated', 'simulated well', 'other 00001'])
      await world.client.registry.addSite({ siteName });
    const earlier = startFleet('mqtt', '--sites', '3');
    await earlier.says('3 controllers are connected.');
    await earlier.stop();
    const ids = (await world.client.listSites()).map(({ siteId }) => siteId);
    const again = startFleet('mqtt', '--sites', '2', '--clean-up');
    await again.says('2 controllers are connected.');
    expect((await world.client.listSites()).map(({ siteId }) => siteId)).toEqual(ids);
    await expect(again.stop()).resolves.toMatchObject({ sites: 2, removed: 3 });
    await world.client.registry.addSite({ siteName: 'simulated 00007' });
    const removing = await runSetpoint(['simulate', '--sites', '0', '--clean-up'], { SETPOINT_DATA_DIR: world.folder });
    expect(removing).toMatchObject({ code: 0, out: expect.stringContaining('Removed 1 site.') as unknown });
    const left = (await world.client.listSites()).map(({ siteName }) => siteName);
    expect(left).toEqual(['other 00001', 'simulated', 'simulated well']);
  });

  it('does to its sites and to callers what a file of faults says, and takes no bad one', async () => {
    const path = join(world.folder, 'faults.json');
    writeFileSync(path, '{ "faults": [{ "kind": "skew", "seconds": 60, "site": "simulated 00002" }] }');
    const fleet = startFleet('https', '--sites', '2', '--report-every', '1', '--faults', path);
    await fleet.says('2 controllers are connected.');
    const [first, second] = await world.client.listSites();
    const offBy = async (siteId = '') => {
      const { clockOffsetMs } = await world.client.overview.readDelivery(siteId);
      return Math.round((clockOffsetMs ?? 0) / 10_000);
    };
    expect([await offBy(first?.siteId), await offBy(second?.siteId)]).toEqual([0, -6]);
    writeFileSync(path, '{ "faults": [{ "kind": "too_many_requests", "path": "/api" }] }');
    await fleet.says('Faults now: too_many_requests for /api.');
    const door = /met at (\S+),/.exec(fleet.said())?.[1] ?? '';
    expect((await fetch(`${door}/api/v1/public/health`)).status).toBe(429);
    await fleet.says(', the latest: ');
    writeFileSync(path, '{ "faults": [] }');
    await fleet.says('Faults now: none.');
    expect((await fetch(`${door}/api/v1/public/health`)).status).toBe(204);
    await fleet.stop();
    writeFileSync(path, '{ "faults": [{ "kind": "skew", "site": "Atlantis" }] }');
    const refused = await runSetpoint(['simulate', '--sites', '1', '--faults', path], {
      SETPOINT_DATA_DIR: world.folder,
    });
    expect(refused).toMatchObject({ code: 78, out: '' });
    expect(refused.error).toContain('faults.0: seconds is missing');
  });

  async function loadOf(siteId: string) {
    return (await world.client.readSite(siteId)).assets.load;
  }

  function startFleet(binding: string, ...args: string[]) {
    const mqttUrl = /mqtt:\/\/[\d.:]+/.exec(world.service.output())?.[0] ?? '';
    const by = binding === 'mqtt' ? ['--mqtt', mqttUrl] : ['--https'];
    const child = startSetpoint(['simulate', '--json', ...by, ...args], { SETPOINT_DATA_DIR: world.folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    const exited = once(child, 'exit');
    return {
      said: error,
      async says(text: string): Promise<void> {
        while (!error().includes(text)) {
          await Promise.race([once(child.stderr, 'data'), exited]);
          if (child.exitCode !== null) throw new Error(`it ended: ${error()}`);
        }
      },
      async stop(): Promise<Record<string, unknown>> {
        child.kill('SIGINT');
        await exited;
        expect(child.exitCode).toBe(0);
        // Without a terminal there is no line of progress, and what stays is said once.
        expect(error()).not.toContain('reports/s');
        expect(error().match(/controllers are connected/g)).toHaveLength(1);
        return JSON.parse(out()) as Record<string, unknown>;
      },
    };
  }
});

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${String(index + 1).padStart(5, '0')}`);
}
