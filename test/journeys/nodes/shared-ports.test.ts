import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ServiceNodeList } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { createTestDatabase, type TestDatabase } from '@setpoint/server/testing/create-test-database';
import { mqttUrlOf } from '../../support/site/foreign-controller.ts';
import { launchService, type Service, startService } from '../../support/service/start-service.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import { makeTempDir, type TempDir } from '../../support/service/temp-dir.ts';

const CONNECTIONS = 64;
const HOUR = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z' };
const EX_CONFIG = 78;

describe('nodes on one machine that share their ports', ifThere(process.platform === 'linux', 'Linux'), () => {
  let database: TestDatabase;
  let folder: TempDir;
  let env: Record<string, string>;
  let nodes: Service[];
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    folder = await makeTempDir();
    env = { DATABASE_URL: database.url, SETPOINT_SHARED_PORTS: 'on' };
    const first = await start('a');
    // It keeps them for as long as the tests last.
    const [httpPort, mqttPort] = [first.url, mqttUrlOf(first)].map((url) => new URL(url).port);
    env = { ...env, SETPOINT_HTTP_PORT: String(httpPort), SETPOINT_MQTT_PORT: String(mqttPort) };
    nodes = [first, await start('b')];
    token = await signIn(urlOf(), await operatorOf(`${folder.path}/a`));
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await folder[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const start = (name: string) => startService({ dataDir: `${folder.path}/${name}`, env });
  const urlOf = () => `http://127.0.0.1:${env['SETPOINT_HTTP_PORT']}`;

  it('are found at one address, each under a name of its own', async () => {
    expect(nodes.map(({ url }) => url)).toEqual([urlOf(), urlOf()]);
    const { body } = await ask('GET', '/api/v1/fleet/nodes');
    const names = (JSON.parse(body) as ServiceNodeList).nodes.map(({ nodeName }) => nodeName);
    expect(new Set(names).size).toBe(2);
  });

  it('share the connections, and each read sees what was acknowledged over any of them', async () => {
    const { body } = await ask('POST', '/api/v1/fleet/sites', { siteName: 'Shared' });
    const { siteId } = JSON.parse(body) as { siteId: string };
    for (let value = 1; value <= CONNECTIONS; value += 1) {
      const schedules = [{ asset: 'bess', type: 'activePowerkW', entries: [{ ...HOUR, value }] }];
      const posted = await ask('POST', `/api/v1/public/sites/${siteId}/schedules`, { schedules });
      expect(posted.status).toBe(201);
      const read = await ask('GET', `/api/v1/public/sites/${siteId}`);
      expect(JSON.parse(read.body)).toMatchObject({ schedules });
    }
    const accepted = await Promise.all(nodes.map(acceptedBy));
    expect(Math.min(...accepted)).toBeGreaterThan(CONNECTIONS / 8);
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(CONNECTIONS);
  });

  it('answer on when one of them is killed', async () => {
    await nodes.at(-1)?.end('SIGKILL');
    for (let index = 0; index < CONNECTIONS; index += 1) {
      expect((await ask('GET', '/api/v1/public/sites')).status).toBe(200);
    }
    nodes.splice(-1, 1, await start('b'));
    expect((await ask('GET', '/api/v1/public/sites')).status).toBe(200);
  });

  it('let nobody in who does not say that it shares', async () => {
    const { SETPOINT_SHARED_PORTS: _, ...alone } = env;
    await using other = launchService({ dataDir: `${folder.path}/c`, env: alone });
    expect(await other.ready).toBeUndefined();
    expect(other.output()).toContain('EADDRINUSE');
  });

  it('have a database', async () => {
    const { DATABASE_URL: _, ...onFile } = env;
    await using other = launchService({ dataDir: `${folder.path}/d`, env: onFile });
    expect((await other.ended).code).toBe(EX_CONFIG);
    expect(other.output()).toContain('SETPOINT_SHARED_PORTS');
  });

  /** Each over a connection of its own. */
  async function ask(method: string, path: string, sent?: object): Promise<{ status: number; body: string }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asking = request(new URL(path, urlOf()), { method, headers, agent: false });
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    asking.on('error', reject).on('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    asking.end(sent === undefined ? undefined : JSON.stringify(sent));
    return await promise;
  }
});

/** How many batches a node has accepted, by its own figures. */
async function acceptedBy(node: Service): Promise<number> {
  const [, url = ''] = /operations +(\S+)/.exec(node.output()) ?? [];
  const figures = await (await fetch(`${url}/metrics`)).text();
  const [, count] = /^setpoint_batches_total\{outcome="accepted"\} (\d+)$/m.exec(figures) ?? [];
  return Number(count);
}
