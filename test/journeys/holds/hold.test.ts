import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetpointClient } from '@setpoint/client';
import { describe, expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { startSite } from '../controllers/start-site.ts';
import { startService } from '../../support/service/start-service.ts';
import { runSetpoint } from '../../support/service/run-setpoint.ts';
import { serveEachTest } from '../../support/service/serve-tests.ts';

const HOUR_MS = 3_600_000;

describe('the emergency stop', () => {
  const world = serveEachTest();

  it('stops a real plant, outlasts a restart, names who was not reached, and is released', async () => {
    const { siteId, controllerKey } = await world.client.registry.addSite({ siteName: 'Brewery' });
    await using site = startSite(world.folder, mqttUrlOf(world.service), { siteId, controllerKey });
    await site.says('is connected');
    const silent = await world.client.registry.addSite({ siteName: 'Silent' });
    await charge(siteId);
    await untilPower(siteId, (powerKw) => powerKw === -200);

    const held = await setpoint('hold', '--all', '--reason', 'a drill', '--json');
    expect(held.code).toBe(1);
    expect(JSON.parse(held.error)).toMatchObject({ error: 'not_stopped' });
    const document = JSON.parse(held.out) as { holdId: string };
    expect(document).toMatchObject({
      allSites: true,
      state: 'applied',
      reason: 'a drill',
      counts: { sites: 2, confirmed: 1, waiting: 0, notStopped: 1, remaining: 0 },
      notStopped: [{ siteId: silent.siteId, siteName: 'Silent', reportedAt: null }],
    });
    // Its own default mode may use the storage, but nobody asks for 200 kW any more.
    await untilPower(siteId, (powerKw) => powerKw !== -200);
    await expect(world.client.readSite(siteId)).resolves.toMatchObject({ schedules: [{ asset: 'bess' }] });
    const list = await setpoint('hold', 'list');
    expect(list.out).toMatch(/all sites +1 of 2 sites, 1 not reached .* operator /);
    const shown = await setpoint('hold', 'show', document.holdId);
    expect(shown.out).toMatch(/1 of 2 confirmed, 0 waiting, 1 not reached/);
    expect(shown.out).toContain('Silent');

    const released = await setpoint('hold', 'release', document.holdId);
    expect([released.code, released.error]).toEqual([0, '']);
    await untilPower(siteId, (powerKw) => powerKw === -200);
    await expect(setpoint('hold', 'list')).resolves.toMatchObject({ out: 'Nothing is held.\n' });
    const over = await setpoint('hold', 'list', '--released');
    expect(over.out).toMatch(/^HOLD ID +COVERS +STATE +MADE +BY +RELEASED +BY +REASON\n/);
    expect(over.out).toMatch(/all sites +releas\w+ +\S+Z +operator +\S+Z +operator /);
  });

  it('that was accepted is carried on after the process was killed', async () => {
    for (let index = 0; index < 20; index += 1) await world.client.registry.addSite({ siteName: `Site ${index}` });
    const { holdId } = await world.client.holds.make({ allSites: true });
    await world.service.end('SIGKILL');
    await using _again = await startService({ dataDir: world.folder });
    const client = createSetpointClient(JSON.parse(readFileSync(join(world.folder, 'operator.json'), 'utf8')));
    const { counts } = await lookUntil(
      () => client.holds.read(holdId),
      ({ state }) => state === 'applied',
    );
    expect(counts).toEqual({ sites: 20, confirmed: 0, waiting: 0, notStopped: 20, remaining: 0 });
  });

  async function charge(siteId: string): Promise<void> {
    const endAt = new Date(Date.now() + HOUR_MS).toISOString();
    const entries = [{ startAt: new Date().toISOString(), endAt, value: -200 }];
    await world.client.setSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries }]);
  }
  async function untilPower(siteId: string, isSo: (powerKw: number | undefined) => boolean): Promise<void> {
    await lookUntil(
      () => world.client.readSite(siteId),
      ({ assets }) => isSo(assets.bess?.activePowerkW),
    );
  }
  function setpoint(...args: string[]) {
    return runSetpoint(args, { SETPOINT_DATA_DIR: world.folder });
  }
});
