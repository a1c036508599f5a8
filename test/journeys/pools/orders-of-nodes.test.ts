import { type Order, type ScheduleSnapshot, type SiteId, siteTopic } from '@setpoint/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { numberedId } from '@setpoint/server/testing/numbered-id';
import { openSigningKeys } from '@setpoint/server/testing/rooms/identity';
import { openDatabase } from '@setpoint/server/testing/open-test-store';
import { signInPerson } from '@setpoint/server/testing/sign-in-person';
import { waitingCaller } from '@setpoint/server/testing/waiting-caller';
import { messagesOf } from '@setpoint/server/testing/messages-of';
import { connectController, sendReport } from '../nodes/connect-controller.ts';
import { ServiceClient } from '../../support/service/service-client.ts';
import { operatorOf, signIn } from '../../support/service/sign-in.ts';
import { type Service, startService } from '../../support/service/start-service.ts';
import { ofTests } from '@setpoint/server/testing/of-tests';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

// What a node is not told of, it would find by looking every 2 s: here it has to be told.
const WITHOUT_LOOKS = `
  for (const name of ['setTimeout', 'setInterval']) {
    const set = globalThis[name];
    const later = (work, ms, ...args) => set(work, ms >= 1_500 && ms <= 2_500 ? 3_600_000 : ms, ...args);
    globalThis[name] = Object.defineProperties(later, Object.getOwnPropertyDescriptors(set));
  }`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WITHOUT_LOOKS)}`;
const PUBLIC_URL = 'https://setpoint.example';

const MINUTE_MS = 60_000;
/** When an order ends by itself; one that was ended early says now. */
const endOf = ({ validUntil }: Order) => Date.parse(validUntil);

describe('a pool and a person over two nodes', async () => {
  const database = await ofTests(createTestDatabase('empty'));
  const folder = folderOfTests();
  const env = { DATABASE_URL: database.url, SETPOINT_PUBLIC_URL: PUBLIC_URL, NODE_OPTIONS };
  const start = (name: string) => ofTests(startService({ dataDir: `${folder}/${name}`, env }));
  const [first, second] = [await start('a'), await start('b')];
  const token = await signIn(first.url, await operatorOf(`${folder}/a`));
  let operator = new ServiceClient(first.url, token);

  /** A site that is booked by one node, and whose controller at the other has applied that and takes orders. */
  async function bookedMember(siteName: string, at: Service) {
    const login = await operator.registerSite(siteName);
    const siteId = login.siteId as SiteId;
    const entry = { startAt: '2026-01-01T00:00:00Z', endAt: '2040-01-01T00:00:00Z', value: 100 };
    await operator.postSchedules(siteId, [{ asset: 'grid', type: 'afrrImportBookingkW', entries: [entry] }]);
    const mqttUrl = /mqtt:\/\/\S+:\d+/.exec(at.output())?.[0] ?? '';
    const controller = await connectController(mqttUrl, siteId, login.controllerKey);
    const orders = await messagesOf<Order>(controller, siteTopic(siteId, 'order'));
    const snapshots = await messagesOf<ScheduleSnapshot>(controller, siteTopic(siteId, 'schedule'));
    const { revision } = await snapshots.next();
    const schedule = { revision, rejected: [] };
    await sendReport(controller, siteId, { session: 's', sequence: 1, schedule, takes: ['orders'] });
    return { siteId, controller, next: () => orders.next() };
  }

  /** A pool of two whose controllers are at one node, and which is asked for 60 kW. */
  async function askedPool(number: number, at: Service) {
    const members = [await bookedMember(`${number} one`, at), await bookedMember(`${number} other`, at)] as const;
    const path = `/api/v1/fleet/pools/${numberedId(number)}`;
    const pool = { poolName: String(number), service: 'afrr', split: 'proportional' };
    const ids = members.map(({ siteId }) => ({ siteId }));
    expect(await operator.ask(path, { method: 'PUT', body: { ...pool, members: ids } })).toMatchObject({ status: 200 });
    const signalEndsAt = Date.now() + 10 * MINUTE_MS;
    const body = { kW: 60, sequence: 2, validUntil: new Date(signalEndsAt).toISOString() };
    expect(await operator.ask(`${path}/signal`, { method: 'PUT', body })).toMatchObject({ status: 200 });
    const orders = await Promise.all(members.map((member) => member.next()));
    expect(orders.map(({ kW }) => kW)).toEqual([30, 30]);
    const [one, other] = members;
    const end = () => members.forEach(({ controller }) => controller.end(true));
    return { path, one, other, end, signalEndsAt };
  }

  /** Waits until the other gives what one that is held does not, while the signal holds. */
  async function madeGood({ one, other }: Pick<Awaited<ReturnType<typeof askedPool>>, 'one' | 'other'>) {
    const body = { siteId: one.siteId };
    expect(await operator.ask('/api/v1/fleet/holds', { method: 'POST', body })).toMatchObject({ status: 201 });
    expect(await other.next()).toMatchObject({ sequence: 2, kW: 60 });
  }

  it('orders the members at the other node at once, and what is left of them once one has left', async () => {
    const { path, one, other, end, signalEndsAt } = await askedPool(4_711, second);
    await operator.ask(`${path}/members/${one.siteId}`, { method: 'DELETE' });
    expect(await other.next()).toMatchObject({ sequence: 2, kW: 60 });
    expect(endOf(await one.next())).toBeLessThan(signalEndsAt - MINUTE_MS);
    expect(await operator.ask(path, { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(endOf(await other.next())).toBeLessThan(signalEndsAt - MINUTE_MS);
    end();
  });

  it('tells a person nothing on the other node once its role is taken, or it is signed out', async () => {
    const { personId, authorization } = await signedIn(database.url);
    const [taken, kept] = [await operator.addSite('taken'), await operator.addSite('kept')];
    const roles = `/api/v1/fleet/persons/${personId}/roles`;
    for (const siteId of [taken, kept]) await operator.ask(roles, { method: 'PUT', body: { role: 'viewer', siteId } });
    const set = async (siteId: string) => {
      const { status, body } = await operator.postSchedules(siteId, [
        { asset: 'grid', type: 'activePowerkW', entries: [] },
      ]);
      expect(status).toBe(201);
      return { siteId, batchId: (body as { batchId: string }).batchId };
    };
    const caller = waitingCaller({ base: second.url, authorization });
    const told = await caller.listen();

    const earlier = await set(taken);
    expect(await told.upTo(earlier.batchId)).toEqual([earlier.batchId]);
    const ofTaken = await caller.waitFor(earlier);
    // So it is under way, and the change finds it waiting.
    expect(await caller.status(taken)).toBe(200);
    expect((await operator.ask(`${roles}?siteId=${taken}`, { method: 'DELETE' })).status).toBe(204);
    // It ends the wait, too: what is superseded will not be accepted.
    await set(taken);
    expect(await ofTaken.answer).toBe(404);
    const last = await set(kept);
    expect(await told.upTo(last.batchId)).toEqual([last.batchId]);

    const ofKept = await caller.waitFor(last);
    expect(await caller.status(kept)).toBe(200);
    expect((await operator.ask(`/api/v1/fleet/persons/${personId}/sessions`, { method: 'DELETE' })).status).toBe(204);
    await set(kept);
    expect(await told.rest()).toEqual([]);
    expect([await ofKept.answer, await caller.status(kept)]).toEqual([401, 401]);
  });

  it('is divided again by the other node once the chosen one is frozen, and when that is killed', async () => {
    // The one that was there first was chosen.
    operator = new ServiceClient(second.url, token);
    const asked = await askedPool(4_712, second);
    process.kill(first.pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(first.pid, 'SIGCONT'));
    await madeGood(asked);
    // PostgreSQL ends the link of the frozen node: a listener that does not read holds up the notifications of all.
    const links = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ 'node'`;
    await expect.poll(() => database.query(links)).toHaveLength(1);
    process.kill(first.pid, 'SIGCONT');
    asked.end();
    operator = new ServiceClient(first.url, token);
    const again = await askedPool(4_713, first);
    await second.end('SIGKILL');
    await madeGood(again);
    again.end();
  });
});

/** A person as a provider would vouch for it, at neither node. */
async function signedIn(url: string) {
  const store = await openDatabase(url);
  try {
    const keys = await openSigningKeys({ store, now: Date.now });
    const who = { issuer: 'https://login.example.com', subject: crypto.randomUUID() };
    const person = await signInPerson({ store, keys, publicUrl: PUBLIC_URL, now: Date.now() }, who);
    return person ?? expect.unreachable('nobody can have disabled this person');
  } finally {
    await store.close();
  }
}
