import { expect, it } from 'vitest';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { ServiceClient } from '../../support/service/service-client.ts';
import { type Proxy, startProxy } from '@setpoint/server/testing/start-proxy';
import { type Service, startService } from '../../support/service/start-service.ts';
import { startSite } from '../controllers/start-site.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

it.concurrent.each(['mqtt', 'http'] as const)(
  'what is set is carried out, seen and completed over %s, whatever is killed or cut on the way',
  async (scheme) => {
    await using dir = await makeTempDir();
    await using link = await startProxy();
    const way = { scheme, dataDir: dir.path, link };
    let { service, client } = await startBehind(way);
    const login = await client.registerSite('Brewery');
    const { siteId } = login;
    const address = `${scheme}://127.0.0.1:${link.port}`;
    const site = startSite(dir.path, address, login);
    await follows(client, siteId, -200);

    // Killed with a batch acknowledged that its controller may not even have been told of.
    const batchId = await set(client, siteId, -150);
    await service.end('SIGKILL');
    ({ service, client } = await startBehind(way));
    await accepted(client, batchId);
    await shows(client, siteId, -150);

    await site.kill();
    const unseen = await set(client, siteId, -100);
    expect(await stateOf(client, unseen)).toBe('pending');
    await using _again = startSite(dir.path, address, login);
    await accepted(client, unseen);
    await shows(client, siteId, -100);

    link.stall();
    const stalled = await set(client, siteId, -50);
    expect(await stateOf(client, stalled)).toBe('pending');
    link.cut();
    await accepted(client, stalled);
    await shows(client, siteId, -50);

    await follows(client, siteId, -25);
    // Shown it was before: this one only has to be accepted before it ends.
    await accepted(client, await set(client, siteId, -25, 8_000));
    await completes(client, siteId);
    await service.end('SIGTERM');
  },
);

interface Way {
  readonly scheme: 'mqtt' | 'http';
  readonly dataDir: string;
  readonly link: Proxy;
}

async function startBehind({ scheme, dataDir, link }: Way): Promise<{ service: Service; client: ServiceClient }> {
  const service = await startService({ dataDir });
  link.leadTo(Number(new URL(scheme === 'mqtt' ? mqttUrlOf(service) : service.url).port));
  return { service, client: await ServiceClient.signIn(service.url, dataDir) };
}

async function set(client: ServiceClient, siteId: string, value: number, forMs = 3_600_000): Promise<string> {
  const span = { startAt: new Date().toISOString(), endAt: new Date(Date.now() + forMs).toISOString() };
  const answer = await client.postSchedules(siteId, [
    { asset: 'bess', type: 'activePowerkW', entries: [{ ...span, value }] },
  ]);
  expect(answer.status).toBe(201);
  return (answer.body as { batchId: string }).batchId;
}

async function stateOf(client: ServiceClient, batchId: string, query = ''): Promise<string> {
  const { body } = await client.ask(`/api/v1/fleet/batches/${batchId}${query}`);
  return (body as { state: string }).state;
}

async function accepted(client: ServiceClient, batchId: string): Promise<void> {
  while ((await stateOf(client, batchId, '?wait=accepted&timeout=20')) === 'pending');
}

async function shows(client: ServiceClient, siteId: string, powerKw: number): Promise<void> {
  await lookUntil(
    () => client.getSite(siteId),
    ({ body }) => {
      const { isOnline, assets } = body as { isOnline: boolean; assets: { bess: { activePowerkW?: number } | null } };
      return isOnline && assets.bess?.activePowerkW === powerKw;
    },
  );
}

async function follows(client: ServiceClient, siteId: string, powerKw: number): Promise<void> {
  await accepted(client, await set(client, siteId, powerKw));
  await shows(client, siteId, powerKw);
}

async function completes(client: ServiceClient, siteId: string): Promise<void> {
  const look = async () => {
    const { body } = await client.ask(`/api/v1/fleet/sites/${siteId}/delivery`);
    const { state, commands } = body as { state: string; commands: { entries: { state: string }[] }[] };
    const states = commands.flatMap(({ entries }) => entries.map((entry) => entry.state));
    expect(['executing', 'completed']).toContain(states[0]);
    return { state, states };
  };
  const { state, states } = await lookUntil(look, (seen) => seen.states.every((one) => one === 'completed'));
  expect([state, states.length]).toEqual(['in_sync', 1]);
}
