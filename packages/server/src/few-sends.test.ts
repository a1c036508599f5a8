import { Socket } from 'node:net';
import { PATHS, scheduleTopic, type ScheduleSnapshot, type SiteId } from '@setpoint/contract';
import { connectAsync } from 'mqtt';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { at } from '../testing/asking-of.ts';
import { lookUntil } from '../testing/look-until.ts';
import { worldOfTests } from '../testing/open-world.ts';
import { messagesOf } from '../testing/messages-of.ts';

// Who calls, with the site; the lock with what is decided on; what is written, with its commit; what the controller gets.
const MOST_SENDS = 4;
// Then each connection has planned each statement.
const WARM_AFTER = 5;
const COUNTED = 10;
const VALUES = Array.from({ length: WARM_AFTER + COUNTED }, (_, value) => value);

const world = await worldOfTests({ store: 'PostgreSQL', settings: { SETPOINT_MQTT_PORT: '0' } });
afterEach(() => vi.restoreAllMocks());

it('asks the database four times from a batch to the schedule at a controller that polls', async () => {
  const siteId = await world.site();
  const headers = { Authorization: `Bearer ${await world.keyOf(siteId)}`, Prefer: 'wait=30' };
  const poll = (tag: string) =>
    fetch(world.base + PATHS.controllerSchedule, { headers: { ...headers, 'If-None-Match': tag } });
  let tag = (await poll('"none"')).headers.get('etag') ?? '';
  const counts: number[] = [];
  for (const value of VALUES) {
    const begin = countSends(siteId);
    const polling = poll(tag);
    // It has asked once, and waits for a change.
    await lookUntil(begin, (sends) => sends === 1);
    const count = countSends(siteId);
    const [, polled] = await Promise.all([set(siteId, value), polling]);
    expect(valueIn(await polled.json())).toBe(value);
    tag = polled.headers.get('etag') ?? '';
    counts.push(await count());
  }
  expect(Math.max(...counts.slice(WARM_AFTER))).toBeLessThanOrEqual(MOST_SENDS);
});

it('asks it as often for one that is connected by MQTT', async () => {
  const siteId = await world.site();
  const login = { clientId: siteId, username: siteId, password: await world.keyOf(siteId) };
  const controller = await connectAsync(await world.listenMqtt(), { ...login, reconnectPeriod: 0 });
  onTestFinished(() => controller.endAsync());
  const snapshots = await messagesOf(controller, scheduleTopic(siteId));
  await snapshots.next();
  const counts: number[] = [];
  for (const value of VALUES) {
    const count = countSends(siteId);
    const [, snapshot] = await Promise.all([set(siteId, value), snapshots.next()]);
    expect(valueIn(snapshot)).toBe(value);
    counts.push(await count());
  }
  expect(Math.max(...counts.slice(WARM_AFTER))).toBeLessThanOrEqual(MOST_SENDS);
});

function set(siteId: SiteId, value: number): Promise<unknown> {
  const entries = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value }];
  const schedules = [{ asset: 'bess', type: 'activePowerkW', entries }];
  return world.done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
}

function valueIn(snapshot: unknown): number | undefined {
  return (snapshot as ScheduleSnapshot).commands[0]?.entries[0]?.value;
}

// A statement that is run by its name.
const RUNS = /\0[0-9a-f]{40}\0/;
const ENDS = /(COMMIT|ROLLBACK)\0/;

/** Counts what is written to the database for a site from now on, write by write of the sockets. */
function countSends(siteId: string): () => Promise<number> {
  vi.restoreAllMocks();
  const writers = Socket.prototype as unknown as Record<'_write' | '_writev', (...given: unknown[]) => void>;
  const ofSite = new WeakSet<Socket>();
  let sends = 0;
  const note = (socket: Socket, text: string) => {
    const isOfSite = RUNS.test(text) && text.includes(siteId);
    // What ends a transaction names no site: its beginning did, on the same connection.
    if (isOfSite || (ENDS.test(text) && ofSite.has(socket))) sends += 1;
    if (isOfSite) ofSite.add(socket);
  };
  const { _write: write, _writev: writev } = writers;
  vi.spyOn(writers, '_write').mockImplementation(function (this: Socket, ...given) {
    note(this, String(given[0]));
    write.apply(this, given);
  });
  vi.spyOn(writers, '_writev').mockImplementation(function (this: Socket, ...given) {
    const [chunks] = given as [readonly { readonly chunk: Buffer }[]];
    note(this, chunks.map(({ chunk }) => String(chunk)).join(''));
    writev.apply(this, given);
  });
  return async () => sends;
}
