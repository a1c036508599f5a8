import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddedSite, siteTopic, type SiteId } from '@setpoint/contract';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate, type MadeCertificate } from '@setpoint/server/testing/make-certificate';
import { type Service, startService } from '../../support/service/start-service.ts';
import { collect, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';

describe('MQTT over TLS', () => {
  let folder: string;
  let service: Service;
  let certificate: MadeCertificate;
  let site: AddedSite;
  let url: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-tls-'));
    certificate = makeCertificate(Date.now());
    const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certPath, certificate.cert);
    writeFileSync(keyPath, certificate.key);
    const tls = { SETPOINT_TLS_CERT: certPath, SETPOINT_TLS_KEY: keyPath, SETPOINT_MQTTS_PORT: '0' };
    service = await startService({ dataDir: folder, env: { ...tls, SETPOINT_MQTT_PORT: 'off' } });
    url = /mqtts:\/\/[\d.:]+/.exec(service.output())?.[0] ?? '';
    environment = { SETPOINT_DATA_DIR: folder, NODE_EXTRA_CA_CERTS: certPath };
    const { out } = await runSetpoint(['site', 'add', 'Depot', '--json'], environment);
    site = JSON.parse(out) as AddedSite;
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  const login = () => ({ clientId: site.siteId, username: site.siteId, password: site.controllerKey });

  it('takes the place of the plain port, under the certificate of the service', async () => {
    expect(service.url).toMatch(/^https:/);
    expect(service.output()).not.toContain('mqtt://');
    const client = await connectAsync(url, { ...login(), ca: certificate.cert, reconnectPeriod: 0 }, false);
    onTestFinished(() => void client.end(true));
    const received = new Promise<[string, Buffer]>((resolve) => {
      client.once('message', (topic, payload) => resolve([topic, payload]));
    });
    await client.subscribeAsync(siteTopic(site.siteId as SiteId, 'schedule'), { qos: 1 });
    const [topic, payload] = await received;
    expect([topic, JSON.parse(payload.toString())]).toMatchObject([
      expect.stringContaining(site.siteId),
      { commands: [] },
    ]);
  });

  it('is refused by a controller that does not know the certificate', async () => {
    await expect(connectAsync(url, { ...login(), reconnectPeriod: 0 }, false)).rejects.toThrow(/self.signed/);
  });

  it('speaks no MQTT to a client without TLS', async () => {
    const plain = url.replace('mqtts:', 'mqtt:');
    await expect(connectAsync(plain, { ...login(), reconnectPeriod: 0 }, false)).rejects.toThrow(
      /connect|closed|reset/i,
    );
  });

  it('carries the reference controller', async () => {
    const config = join(folder, 'controller.json');
    const driver = { kind: 'simulated', site: 'School Lyon' };
    const { siteId, controllerKey } = site;
    writeFileSync(config, JSON.stringify({ service: url, siteId, controllerKey, dataDir: folder, driver }));
    const child = startSetpoint(['controller', '--config', config], environment);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    while (!out().includes('is connected to mqtts://')) await once(child.stdout, 'data');
    const { out: keys } = await runSetpoint(['site', 'key', 'list', siteId, '--json'], environment);
    expect(JSON.parse(keys)).toMatchObject({ keys: [{ lastUsedAt: expect.any(String) as string }] });
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect([child.exitCode, error()]).toEqual([0, '']);
  });
});
