import { createSetpointClient, type SetpointClient } from '@setpoint/client';
import type { EventGap, FleetEvent } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { driveLoad } from '../../proofs/drive-load.ts';
import { History } from '../../proofs/history.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { operatorOf } from '../../support/service/sign-in.ts';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';

const SITES = 3;
const CALLERS = 8;
const KILLS = 4;
const LISTENERS = 4;

describe('who listens to the events', () => {
  it('hears exactly the log, in order and once, through kill after kill under load', async () => {
    await using dir = await makeTempDir();
    await using link = await startProxy();
    const url = `http://127.0.0.1:${link.port}`;
    const start = async () => {
      const service = await startService({ dataDir: dir.path, env: { SETPOINT_PUBLIC_URL: url } });
      link.leadTo(Number(new URL(service.url).port));
      return service;
    };
    const clientAt = async () => createSetpointClient({ ...(await operatorOf(dir.path)), url });
    const source = new RandomSource(7);
    const history = new History();
    const siteIds: string[] = [];
    const listeners: Listener[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await using service = await start();
      const client = await ServiceClient.signIn(service.url, dir.path);
      while (siteIds.length < SITES) siteIds.push(await client.addSite(`Site ${siteIds.length}`));
      // Another one comes each time, and those that are there come back by themselves.
      if (listeners.length < LISTENERS) listeners.push(listen(await clientAt()));
      const load = { client, siteIds, history, seed: kill, callers: CALLERS, batchesEach: 1_000 };
      const answers = history.posts.length + source.between(20, 200);
      await Promise.all([driveLoad(load), history.reached(answers).then(() => service.end('SIGKILL'))]);
    }
    await using _service = await start();
    const log: FleetEvent[] = [];
    for await (const event of (await clientAt()).events({ after: 'oldest', follow: false }))
      log.push(eventOrThrow(event));
    for (const listener of listeners) {
      await listener.hears(log.at(-1)?.id ?? '');
      expect(listener.heard.slice(0, log.length)).toEqual(log);
      listener.end();
    }
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
    const told = new Set(log.map((event) => (event.type === 'batch.accepted' ? event.data.batchId : undefined)));
    const acknowledged = history.posts.flatMap(({ outcome }) => (outcome.kind === 'accepted' ? [outcome.batchId] : []));
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
    expect(acknowledged.filter((batchId) => !told.has(batchId))).toEqual([]);
  });
});

type Listener = ReturnType<typeof listen>;

function listen(client: SetpointClient) {
  const heard: FleetEvent[] = [];
  const ending = new AbortController();
  let news = Promise.withResolvers<void>();
  async function run(): Promise<void> {
    for await (const event of client.events({ after: 'oldest', signal: ending.signal })) {
      heard.push(eventOrThrow(event));
      news.resolve();
      news = Promise.withResolvers();
    }
  }
  const ended = run();
  return {
    heard,
    end: () => ending.abort(),
    async hears(id: string): Promise<void> {
      const tooEarly = () => expect.unreachable('the listener ended');
      while (!heard.some((event) => event.id === id)) await Promise.race([news.promise, ended.then(tooEarly)]);
    },
  };
}

function eventOrThrow(event: FleetEvent | EventGap): FleetEvent {
  return 'id' in event ? event : expect.unreachable(event.message);
}
