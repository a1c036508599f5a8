import { hostname } from 'node:os';
import { type BatchId, type ClientId, type ServiceNodeList, type SiteId, siteTopic } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { openPostgresStore } from '@setpoint/server/testing/rooms/store';
import { closeOf, messagesOf } from '@setpoint/server/testing/messages-of';
import { connectController, sendReport } from './connect-controller.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { ServiceClient } from '../../support/service/service-client.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { ofTests } from '@setpoint/server/testing/of-tests';
import { folderOfTests } from '@setpoint/server/testing/test-folder';
import { applySchedules } from '@setpoint/server/testing/rooms/schedules';
import { removeSite, revokeControllerKey } from '@setpoint/server/testing/rooms/registry';

const HOUR = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z' };
const command = (value: number) => [
  { asset: 'bess' as const, type: 'activePowerkW' as const, entries: [{ ...HOUR, value }] },
];
const FAILURES_PER_MINUTE = 400;

type Node = ReturnType<typeof nodeOf>;

describe('two nodes over one database', async () => {
  const database = await ofTests(createTestDatabase('empty'));
  const folder = folderOfTests();
  const env = {
    DATABASE_URL: database.url,
    SETPOINT_PUBLIC_URL: 'https://setpoint.example',
    SETPOINT_SHARES: `failed-auth-per-minute=${FAILURES_PER_MINUTE}`,
  };
  const start = (name: string) => ofTests(startService({ dataDir: `${folder}/${name}`, env }));
  // Together, so that they race for the schema, the operator and the first key.
  const [one, other] = await Promise.all([start('a'), start('b')]);
  const credentials = await operatorOf(`${folder}/a`).catch(() => operatorOf(`${folder}/b`));
  // Signed by one node, taken by both.
  const token = await signIn(one.url, credentials);
  const [a, b] = [nodeOf(one, token), nodeOf(other, token)];

  it('start together with one schema, one operator and one signing key', async () => {
    await expect(database.query('SELECT count(*) AS count FROM signing_key')).resolves.toEqual([{ count: 1 }]);
    await expect(database.query('SELECT count(*) AS count FROM client')).resolves.toEqual([{ count: 1 }]);
  });

  it('apply one batch for one key, though both are asked at once', async () => {
    const siteId = await a.asOperator.addSite('keyed');
    for (let round = 0; round < 10; round += 1) {
      const headers = { 'Idempotency-Key': `key-of-round-${round}` };
      const answers = await Promise.all(
        [a, b].map((node) => node.asOperator.postSchedules(siteId, command(round), headers)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      expect(answers[0]?.headers.get('Schedule-Version')).toBe(String(round + 1));
    }
  });

  it('bring a schedule to a controller on the other node', async () => {
    const { siteId, controller, snapshots } = await subscribed(a, b, 'told');
    for (let value = 1; value <= 5; value += 1) {
      await a.asOperator.postSchedules(siteId, command(value));
      expect(await snapshots.next()).toMatchObject({ commands: [{ entries: [{ value }] }] });
    }
    controller.end(true);
  });

  it('bring what no notification told of when the link is there again, or with the next report', async () => {
    const { siteId, controller, snapshots } = await subscribed(a, b, 'untold');
    const silent = await openPostgresStore(storeOptions());
    const set = async (value: number) => {
      const ids = { siteId, clientId: numberedId(0) as ClientId, batchId: numberedId(value) as BatchId };
      const batch = parseBatch({ schedules: command(value) });
      await silent.write(applySchedules, { ...ids, now: Date.now(), batch });
    };
    await set(1);
    await endLink(b);
    const first = (await snapshots.next()) as { revision: string };
    expect(first).toMatchObject({ commands: [{ entries: [{ value: 1 }] }] });
    await set(2);
    const schedule = { revision: first.revision, rejected: [] };
    await sendReport(controller, siteId, { session: 's', sequence: 1, schedule });
    expect(await snapshots.next()).toMatchObject({ commands: [{ entries: [{ value: 2 }] }] });
    await silent.close();
    controller.end(true);
  });

  it('tell each other later what they could not tell without a link', async () => {
    const { siteId, controller, snapshots } = await subscribed(a, b, 'later');
    await endLink(a);
    await a.asOperator.postSchedules(siteId, command(3));
    expect(await snapshots.next()).toMatchObject({ commands: [{ entries: [{ value: 3 }] }] });
    controller.end(true);
  });

  it('keep one connection of a controller, the latest, and its site online', async () => {
    const { siteId, controllerKey } = await addSite(a, 'moving');
    const first = await connectController(a.mqttUrl, siteId, controllerKey);
    await sendReport(first, siteId, { session: 'first', sequence: 1 });
    const closed = closeOf(first);
    const second = await connectController(b.mqttUrl, siteId, controllerKey);
    await closed;
    await expect(isOnline(a, siteId)).resolves.toBe(true);
    await sendReport(second, siteId, { session: 'second', sequence: 1 });
    await expect(isOnline(a, siteId)).resolves.toBe(true);
    second.end(true);
    await lookUntil(
      () => isOnline(a, siteId),
      (isSo) => !isSo,
    );
  });

  // Nothing looks for ended keys now and then: without a word from the other node this would wait for ever.
  it('end a revoked key on the other node', async () => {
    const { siteId, controllerKey } = await addSite(a, 'revoked');
    const controller = await connectController(b.mqttUrl, siteId, controllerKey);
    const closed = closeOf(controller);
    const path = `/api/v1/fleet/sites/${siteId}/keys`;
    const { body } = await a.asOperator.ask(path);
    const [key] = (body as { keys: { keyId: string }[] }).keys;
    await a.asOperator.ask(`${path}/${key?.keyId}`, { method: 'DELETE' });
    await closed;
  });

  it.each([
    ['a key was revoked', 'revokeControllerKey'],
    ['a site was removed', 'removeSite'],
  ] as const)('hear that %s by a node that died with the commit', async (_what, name) => {
    const siteName = `by ${name}`;
    const { siteId, controllerKey } = await addSite(a, siteName);
    const controller = await connectController(b.mqttUrl, siteId, controllerKey);
    const closed = closeOf(controller);
    const { body } = await a.asOperator.ask(`/api/v1/fleet/sites/${siteId}/keys`);
    const keyId = (body as { keys: { keyId: string }[] }).keys[0]?.keyId ?? '';
    // The store alone is a node that says nothing after its commits.
    const store = await openPostgresStore(storeOptions());
    if (name === 'removeSite') await store.write(removeSite, { siteId, siteName, now: Date.now() });
    else await store.write(revokeControllerKey, { siteId, keyId });
    await closed;
    await store.close();
  });

  it('shut a disabled client out everywhere at once, whatever tokens it has', async () => {
    const added = await a.asOperator.ask('/api/v1/fleet/clients', { method: 'POST', body: { clientName: 'desk' } });
    const client = added.body as { clientId: string; clientSecret: string };
    const asClient = new ServiceClient(b.service.url, await signIn(a.service.url, client));
    expect((await asClient.listSites()).status).toBe(200);
    const disabling = { method: 'PATCH', body: { isEnabled: false } };
    const disabled = await a.asOperator.ask(`/api/v1/fleet/clients/${client.clientId}`, disabling);
    expect(disabled.status).toBe(200);
    expect((await asClient.listSites()).status).toBe(401);
  });

  it('count failed authentications together', async () => {
    const guess = async (node: Node) => (await new ServiceClient(node.service.url, 'wrong').listSites()).status;
    // One guess in ten is made at the other node: far too few, by its own count.
    let own = 0;
    do {
      for (let count = 0; count < 9; count += 1) await guess(a);
      own += 1;
    } while ((await guess(b)) !== 429);
    expect(own).toBeLessThan(FAILURES_PER_MINUTE);
  });

  it('are both listed by each, are missing after a stop in good order, and lost after a kill', async () => {
    const listedBy = async ({ asOperator }: Node) =>
      (await asOperator.ask('/api/v1/fleet/nodes')).body as ServiceNodeList;
    const [byA, byB] = [await untilOneIsChosen(() => listedBy(a)), await listedBy(b)];
    expect(byA.nodes.map(({ state }) => state)).toEqual(['serving', 'serving']);
    expect(new Set([byA.answeredBy, byB.answeredBy])).toEqual(new Set(byA.nodes.map(({ nodeId }) => nodeId)));

    const httpPort = String(await choosePort('127.0.0.1', 0));
    const ofThird = { DATABASE_URL: database.url, SETPOINT_HTTP_PORT: httpPort };
    const name = `${hostname()}:${httpPort}`;
    const third = async () => (await listedBy(a)).nodes.find(({ nodeName }) => nodeName === name)?.state;
    const stopped = await startService({ dataDir: `${folder}/third`, env: ofThird });
    await expect(third()).resolves.toBe('serving');
    await stopped.end('SIGTERM');
    await expect(third()).resolves.toBeUndefined();

    const killed = await startService({ dataDir: `${folder}/third`, env: ofThird });
    await killed.end('SIGKILL');
    await expect(third()).resolves.toBe('serving');
    // A minute in which it says nothing.
    await database.query(`UPDATE node SET seen_at = seen_at - 61000 WHERE node_name = '${name}'`);
    await expect(third()).resolves.toBe('lost');
    const again = await startService({ dataDir: `${folder}/third`, env: ofThird });
    await expect(third()).resolves.toBe('serving');
    await again.end('SIGTERM');
    await expect(third()).resolves.toBeUndefined();
  });

  it('leave background work to one of them, and again when its link is lost', async () => {
    const holders = () =>
      database.query(`SELECT application_name AS name FROM chosen_node JOIN pg_stat_activity ON pid = backend
        WHERE application_name LIKE 'setpoint node %'`);
    const untilHeld = (isDone: (names: unknown[]) => boolean) =>
      lookUntil(async () => (await holders()).map(({ name }) => name), isDone);
    const [before] = await untilHeld((names) => names.length === 1);
    const pids = await database.query(`SELECT pid FROM pg_stat_activity WHERE application_name = '${String(before)}'`);
    expect(pids).toHaveLength(1);
    await database.query(`SELECT pg_terminate_backend(${String(pids[0]?.['pid'])})`);
    await untilHeld(([name]) => name !== undefined);
    // What is lost is made anew: signals arrive as before.
    const { siteId, controllerKey } = await addSite(a, 'after');
    const controller = await connectController(b.mqttUrl, siteId, controllerKey);
    const snapshots = await messagesOf(controller, siteTopic(siteId, 'schedule'));
    await snapshots.next();
    await a.asOperator.postSchedules(siteId, command(7));
    // A link that is there again has every controller told once more, of what it may know.
    await lookUntil(
      () => snapshots.next(),
      (snapshot) => JSON.stringify(snapshot).includes('"value":7'),
    );
    controller.end(true);
  });

  const storeOptions = () => ({ url: database.url, connections: 2, isUnsafeAllowed: false, onLost: () => undefined });

  /** Ends the connection by which a node hears from the others, and tells them. */
  async function endLink({ asOperator }: Node): Promise<void> {
    const { answeredBy } = (await asOperator.ask('/api/v1/fleet/nodes')).body as ServiceNodeList;
    const ended = await database.query(`SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
      WHERE application_name = 'setpoint node ${answeredBy}'`);
    expect(ended).toEqual([{ ended: true }]);
  }
});

function nodeOf(service: Service, token: string) {
  const mqttUrl = /mqtt:\/\/[\d.:]+/.exec(service.output())?.[0] ?? '';
  return { service, mqttUrl, asOperator: new ServiceClient(service.url, token) };
}

/** A new site whose controller, at the other node, has its first snapshot. */
async function subscribed(node: Node, other: Node, siteName: string) {
  const { siteId, controllerKey } = await addSite(node, siteName);
  const controller = await connectController(other.mqttUrl, siteId, controllerKey);
  const snapshots = await messagesOf(controller, siteTopic(siteId, 'schedule'));
  expect(await snapshots.next()).toMatchObject({ commands: [] });
  return { siteId, controller, snapshots };
}

async function addSite({ asOperator }: Node, siteName: string) {
  const { siteId, controllerKey } = await asOperator.registerSite(siteName);
  return { siteId: siteId as SiteId, controllerKey };
}

function untilOneIsChosen(list: () => Promise<ServiceNodeList>): Promise<ServiceNodeList> {
  return lookUntil(list, ({ nodes }) => nodes.filter(({ isChosen }) => isChosen).length === 1);
}

async function isOnline({ asOperator }: Node, siteId: string): Promise<boolean> {
  return ((await asOperator.getSite(siteId)).body as { isOnline: boolean }).isOnline;
}
