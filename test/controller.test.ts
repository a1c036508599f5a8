import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Service, startService } from './harness/start-service.ts';
import { collect, runSetpoint, startSetpoint } from './run-setpoint.ts';

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

  it.each(['https', 'mqtt'])(
    'carries a schedule out over %s, and says goodbye',
    { timeout: 60_000 },
    async (binding) => {
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
      await client.setSchedules(siteId, [
        { asset: 'bess', type: 'activePowerkW', entries: [{ ...span, value: -200 }] },
      ]);
      let powerKw: number | undefined;
      while (powerKw !== -200) powerKw = (await client.readSite(siteId)).assets.bess?.activePowerkW;

      child.kill('SIGTERM');
      await once(child, 'exit');
      expect([child.exitCode, error()]).toEqual([0, '']);
      while ((await client.readSite(siteId)).isOnline);
    },
  );

  it('says all that is wrong with its file', async () => {
    const config = join(folder, 'wrong.json');
    writeFileSync(config, '{"service":"x"}');
    const { code, error } = await runSetpoint(['controller', '--config', config], {});
    expect(code).toBe(78);
    for (const word of ['service', 'siteId', 'controllerKey', 'driver']) expect(error).toContain(word);
    await expect(runSetpoint(['controller', '--config', `${config}.not`], {})).resolves.toMatchObject({ code: 78 });
  });
});
