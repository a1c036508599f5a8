import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startByteProxy } from '../packages/controller/src/testing/start-byte-proxy.ts';
import { startSimulatedDer } from '../packages/controller/src/testing/simulated-der.ts';
import { batteryBlocks, solarBlocks } from '../packages/controller/src/testing/start-site.ts';
import { mqttUrlOf } from './harness/foreign-controller.ts';
import { ServiceClient } from './harness/service-client.ts';
import { type Service, startService } from './harness/start-service.ts';
import { makeTempDir, type TempDir } from './harness/temp-dir.ts';
import { collect, startSetpoint } from './run-setpoint.ts';

/** Longer than is looked for. */
const WAITS_FOR_MS = 60_000;
const ORDERS_KW = [10, 20, 30];

let folder: TempDir;
let service: Service;
let client: ServiceClient;

beforeAll(async () => {
  folder = await makeTempDir();
  service = await startService({ dataDir: folder.path });
  client = await ServiceClient.signIn(service.url, folder.path);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await folder[Symbol.asyncDispose]();
});

it('a POST reaches the registers of a battery while a device beside it owes an answer', async () => {
  await using battery = await startSimulatedDer({ blocks: batteryBlocks(), nowMs: Date.now });
  await using roof = await startSimulatedDer({ blocks: solarBlocks(), nowMs: Date.now });
  const line = await startByteProxy(roof.port);
  const host = '127.0.0.1';
  const siteId = await startController([
    { uid: 'bess-1', name: 'Battery', kind: 'bess', host, port: battery.port },
    { uid: 'pv-1', name: 'Roof', kind: 'solar', host, port: line.port, upperKw: 90 },
  ]);
  // From here on nothing comes back: a controller that waits for it has no answer before this test is over.
  line.faults.isSilent = true;
  for (const kw of ORDERS_KW) {
    await post(siteId, kw);
    await expect.poll(() => battery.follows().setpointW, { interval: 5 }).toBe(kw * 1_000);
  }
});

async function startController(devices: readonly object[]): Promise<string> {
  const login = await client.registerSite('Depot');
  const config = join(folder.path, `${login.siteId}.json`);
  const driver = { kind: 'sunspec', name: 'Depot', timeoutMs: WAITS_FOR_MS, devices };
  const dataDir = join(folder.path, login.siteId);
  await writeFile(config, JSON.stringify({ service: mqttUrlOf(service), ...login, dataDir, driver }));
  const child = startSetpoint(['controller', '--config', config], {});
  onTestFinished(() => void child.kill('SIGKILL'));
  const out = collect(child.stdout);
  while (!out().includes('is connected')) await once(child.stdout, 'data');
  return login.siteId;
}

async function post(siteId: string, value: number): Promise<void> {
  const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + 3_600_000).toISOString() };
  const entries = [{ ...span, value }];
  const answer = await client.postSchedules(siteId, [{ asset: 'bess', type: 'activePowerkW', entries }]);
  expect(answer.status).toBe(201);
}
