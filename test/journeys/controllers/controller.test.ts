import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startSimulatedDer } from '@setpoint/controller/testing/simulated-der';
import { batteryBlocks, solarBlocks } from '@setpoint/controller/testing/start-site';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { type Service, startService } from '../../support/service/start-service.ts';
import { collect, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';

describe('setpoint controller', () => {
  let folder: string;
  let service: Service;
  let client: SetpointClient;
  const ports = { SETPOINT_HTTP_PORT: '0', SETPOINT_MQTT_PORT: '0' };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-controller-'));
    service = await startService({ dataDir: folder, env: ports });
    client = createSetpointClient(JSON.parse(readFileSync(join(folder, 'operator.json'), 'utf8')));
  });
  afterEach(async () => {
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  it.each(['https', 'mqtt'])('carries a schedule out over %s, and says goodbye', async (binding) => {
    const mqttUrl = /mqtt:\/\/[\d.:]+/.exec(service.output())?.[0];
    const { siteId, controllerKey } = await client.registry.addSite({ siteName: 'Brewery' });
    const config = join(folder, 'controller.json');
    const driver = { kind: 'simulated', site: 'Brewery Plzen' };
    const address = binding === 'mqtt' ? mqttUrl : service.url;
    const dataDir = join(folder, 'controller');
    writeFileSync(
      config,
      JSON.stringify({ service: address, siteId, controllerKey, dataDir, reportSeconds: 1, driver }),
    );
    const child = startSetpoint(['controller', '--config', config], {});
    onTestFinished(() => void child.kill('SIGKILL'));
    const out = collect(child.stdout);
    const error = collect(child.stderr);
    while (!out().includes('is connected')) await once(child.stdout, 'data');
    expect(await client.readSite(siteId)).toMatchObject({ isOnline: true });

    const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() };
    await client.setSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries: [{ ...span, value: -200 }] }]);
    await lookUntil(
      () => client.readSite(siteId),
      ({ assets }) => assets.bess?.activePowerkW === -200,
    );

    child.kill('SIGTERM');
    await once(child, 'exit');
    expect([child.exitCode, error()]).toEqual([0, '']);
    await lookUntil(
      () => client.readSite(siteId),
      ({ isOnline }) => !isOnline,
    );
  });

  it('carries a schedule out on devices that speak SunSpec', async () => {
    await using battery = await startSimulatedDer({ blocks: batteryBlocks(), nowMs: Date.now });
    await using roof = await startSimulatedDer({ blocks: solarBlocks(), nowMs: Date.now, unitId: 126 });
    const { siteId, controllerKey } = await client.registry.addSite({ siteName: 'Depot' });
    const config = join(folder, 'controller.json');
    const host = '127.0.0.1';
    const driver = {
      kind: 'sunspec',
      name: 'Depot north',
      devices: [
        { uid: 'bess-1', name: 'Battery', kind: 'bess', host, port: battery.port },
        { uid: 'pv-1', name: 'Roof', kind: 'solar', host, port: roof.port, unitId: 126 },
      ],
    };
    const dataDir = join(folder, 'controller');
    const address = { service: service.url, siteId, controllerKey };
    writeFileSync(config, JSON.stringify({ ...address, dataDir, reportSeconds: 1, driver }));
    const child = startSetpoint(['controller', '--config', config], {});
    onTestFinished(() => void child.kill('SIGKILL'));
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    while (!out().includes('The controller of Depot north')) await once(child.stdout, 'data');
    expect((await client.readSite(siteId)).assets).toMatchObject({
      bess: { ratedPowerUpperLimitkW: 90, ratedPowerLowerLimitkW: -80, soc: 42.5 },
      solar: { ratedPowerUpperLimitkW: 100, activePowerkW: 42 },
    });

    const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() };
    await client.setSchedules(siteId, [
      { asset: 'bess', type: 'activePowerkW', entries: [{ ...span, value: -20 }] },
      { asset: 'solar', type: 'solarCurtailmentPcnt', entries: [{ ...span, value: 75 }] },
    ]);
    const orders = () => [battery.follows().setpointW, roof.follows().limitPct];
    await expect.poll(orders, { timeout: 60_000 }).toEqual([-20_000, 25]);

    child.kill('SIGTERM');
    await once(child, 'exit');
    expect([child.exitCode, orders()]).toEqual([0, [null, null]]);
    expect(error().trim().split('\n').sort()).toEqual([
      'The device bess-1 is connected.',
      'The device pv-1 is connected.',
    ]);
  });

  it('tells that its disk takes no schedule, and takes it once there is room', async () => {
    const { siteId, controllerKey } = await client.registry.addSite({ siteName: 'Brewery' });
    const config = join(folder, 'controller.json');
    const dataDir = join(folder, 'controller');
    const driver = { kind: 'simulated', site: 'Brewery Plzen' };
    writeFileSync(
      config,
      JSON.stringify({ service: service.url, siteId, controllerKey, dataDir, reportSeconds: 1, driver }),
    );
    const child = startSetpoint(['controller', '--config', config], {});
    onTestFinished(() => void child.kill('SIGKILL'));
    const out = collect(child.stdout);
    while (!out().includes('is connected')) await once(child.stdout, 'data');
    const delivered = () => client.overview.readDelivery(siteId);
    await lookUntil(delivered, ({ state }) => state === 'in_sync');
    // Nothing can be written where a folder is.
    const taken = join(dataDir, `${siteId}.json.tmp`);
    mkdirSync(taken);
    const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() };
    await client.setSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries: [{ ...span, value: -200 }] }]);
    const { troubles, state } = await lookUntil(delivered, (delivery) => delivery.troubles.length > 0);
    expect([state, troubles]).toMatchObject([
      'pending',
      [{ code: 'disk_full', message: expect.stringMatching(/cannot be kept on disk: EISDIR/) as string }],
    ]);
    rmSync(taken, { recursive: true });
    await lookUntil(delivered, (delivery) => delivery.state === 'in_sync');
  });

  it('says all that is wrong with its file', async () => {
    const config = join(folder, 'wrong.json');
    writeFileSync(config, '{"service":"x"}');
    const { code, error } = await runSetpoint(['controller', '--config', config], {});
    expect(code).toBe(78);
    for (const word of ['service', 'siteId', 'controllerKey', 'driver']) expect(error).toContain(word);
    await expect(runSetpoint(['controller', '--config', `${config}.not`], {})).resolves.toMatchObject({ code: 78 });
  });
});
