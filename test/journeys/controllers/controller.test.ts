import { describe, expect, it } from 'vitest';
import { startSimulatedDer } from '@setpoint/controller/testing/simulated-der';
import { batteryBlocks, solarBlocks } from '@setpoint/controller/testing/start-site';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { serveTests } from '../../support/service/serve-tests.ts';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { startSite } from './start-site.ts';

describe('setpoint controller', () => {
  const serving = serveTests();
  const hour = () => ({ startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() });
  const setBattery = (siteId: string, value: number) =>
    serving.client.setSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries: [{ ...hour(), value }] }]);

  it.each(['https', 'mqtt'])('carries a schedule out over %s, and says goodbye', async (binding) => {
    const { client, folder, service } = serving;
    const login = await client.registry.addSite({ siteName: binding });
    const { siteId } = login;
    await using site = startSite(folder, binding === 'mqtt' ? mqttUrlOf(service) : service.url, login);
    await site.says('is connected');
    expect(await client.readSite(siteId)).toMatchObject({ isOnline: true });
    await setBattery(siteId, -200);
    await lookUntil(
      () => client.readSite(siteId),
      ({ assets }) => assets.bess?.activePowerkW === -200,
    );
    expect([await site.stop(), site.error()]).toEqual([0, '']);
    await lookUntil(
      () => client.readSite(siteId),
      ({ isOnline }) => !isOnline,
    );
  });

  it('carries a schedule out on devices that speak SunSpec', async () => {
    await using battery = await startSimulatedDer({ blocks: batteryBlocks(), nowMs: Date.now });
    await using roof = await startSimulatedDer({ blocks: solarBlocks(), nowMs: Date.now, unitId: 126 });
    const { client, folder, service } = serving;
    const login = await client.registry.addSite({ siteName: 'Depot' });
    const host = '127.0.0.1';
    const devices = [
      { uid: 'bess-1', name: 'Battery', kind: 'bess', host, port: battery.port },
      { uid: 'pv-1', name: 'Roof', kind: 'solar', host, port: roof.port, unitId: 126 },
    ];
    const driver = { kind: 'sunspec', name: 'Depot north', devices };
    await using site = startSite(folder, service.url, login, { driver });
    await site.says('The controller of Depot north');
    expect((await client.readSite(login.siteId)).assets).toMatchObject({
      bess: { ratedPowerUpperLimitkW: 90, ratedPowerLowerLimitkW: -80, soc: 42.5 },
      solar: { ratedPowerUpperLimitkW: 100, activePowerkW: 42 },
    });
    await client.setSchedules(login.siteId, [
      { asset: 'bess', type: 'activePowerkW', entries: [{ ...hour(), value: -20 }] },
      { asset: 'solar', type: 'solarCurtailmentPcnt', entries: [{ ...hour(), value: 75 }] },
    ]);
    const orders = () => [battery.follows().setpointW, roof.follows().limitPct];
    await expect.poll(orders).toEqual([-20_000, 25]);
    expect(await site.stop()).toBe(0);
    await expect.poll(orders).toEqual([null, null]);
    expect(site.error().trim().split('\n').sort()).toEqual([
      'The device bess-1 is connected.',
      'The device pv-1 is connected.',
    ]);
  });
});
