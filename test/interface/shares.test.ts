import { connect, type Socket } from 'node:net';
import { type ClientId, PATHS } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@setpoint/server/testing/ask';
import { goodCalls } from '@setpoint/server/testing/good-calls';
import { openWorld, stoppedClock, type World } from '@setpoint/server/testing/open-world';
import { SHARE_NAMES, type ShareName } from '@setpoint/server/testing/rooms/limits';
import { webhookShares } from '@setpoint/server/testing/webhook-shares';

type Started = Awaited<ReturnType<World['startAnother']>>;

/** One limit, and an attack that it stops: resolves with whether the attack succeeds. */
interface Share {
  readonly share: ShareName;
  /** A value at which an attack is small enough for a test; left out, it is the default. */
  readonly strict?: number;
  readonly out: number;
  readonly attack: (world: World, started: Started, environment: Readonly<Record<string, string>>) => Promise<boolean>;
}

const MANY = 1_000_000;
// Behind what is under way 64 wait their turn, and so many of a client begin in each turn of the event loop.
const WAITING = 3 * 64;
const MIB = 1_024 * 1_024;

/** So many times the same at once: succeeds when nothing of it is refused. */
async function allAtOnce({ app }: Started, { path, ...call }: Call, times: number): Promise<boolean> {
  const { method, headers, body } = call;
  const asked = Array.from({ length: times }, () =>
    app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    }),
  );
  const refused = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 429);
  for (const { headers: given, json } of refused) {
    expect(Number(given['retry-after'])).toBeGreaterThan(0);
    expect(json).toBeTypeOf('function');
  }
  return refused.length === 0;
}

async function callOf(id: string, world: World): Promise<Call> {
  const call = await goodCalls[id]?.(world);
  if (call === undefined) throw new Error(`there is no request for ${id}`);
  return call;
}

const oneAfterTheOther = async (started: Started, call: Call, times: number): Promise<boolean> => {
  for (let time = 0; time < times; time += 1) if (!(await allAtOnce(started, call, 1))) return false;
  return true;
};

/** Opens streams until one is refused, or all are open. */
async function openStreams({ base }: Started, { path, headers }: Call, count: number): Promise<boolean> {
  const stop = new AbortController();
  try {
    const streams = Array.from({ length: count }, () =>
      fetch(base + path.replace('&follow=false', ''), { headers, signal: stop.signal }),
    );
    return (await Promise.all(streams)).every(({ status }) => status === 200);
  } finally {
    stop.abort();
  }
}

/** Sends bodies but for their last byte, and holds them: succeeds when the service takes them all into its memory. */
async function holdBodies({ app, base }: Started, call: Call, count: number): Promise<boolean> {
  const { hostname, port } = new URL(base);
  const bytes = 120 * 1_024;
  const lines = Object.entries({ ...call.headers, Host: 'x', 'Content-Length': String(bytes) });
  const head = `POST ${call.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const request = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - 1, ' ')]);
  let refused = 0;
  const sockets: Socket[] = [];
  for (let held = 0; held < count; held += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).once('data', () => (refused += 1));
    socket.write(request);
    sockets.push(socket);
  }
  const isDone = () => refused > 0 || app.bodyBytes.total() >= count * (bytes - 1);
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
  for (const socket of sockets) socket.destroy();
  return refused === 0;
}

const shares: readonly Share[] = [
  ...webhookShares,
  {
    share: 'client-computed-at-once',
    out: MANY,
    attack: async (world, started) => allAtOnce(started, await callOf('getSiteDelivery', world), 9 + WAITING),
  },
  {
    share: 'client-writes',
    strict: 1,
    out: MANY,
    attack: async (world, started) => allAtOnce(started, await callOf('setSchedules', world), 2 + WAITING),
  },
  {
    share: 'client-large-bodies',
    out: MANY,
    attack: async (world, started) => {
      const call = await callOf('setSchedules', world);
      return allAtOnce(started, { ...call, body: (call.body ?? '').padEnd(140_000) }, 3 + WAITING);
    },
  },
  {
    share: 'client-streams',
    out: MANY,
    attack: async (world, started) => openStreams(started, await callOf('streamEvents', world), 257),
  },
  {
    share: 'client-waits',
    out: MANY,
    attack: async (world, started) => {
      const call = await callOf('getBatchDelivery', world);
      return allAtOnce(started, { ...call, path: `${call.path}?wait=accepted&timeout=1` }, 65);
    },
  },
  {
    share: 'client-open-holds',
    strict: 3,
    out: MANY,
    attack: async (world, { app }) => {
      const { path, headers, body = '' } = await callOf('makeHold', world);
      const statuses: number[] = [];
      for (let made = 0; made < 4; made += 1) {
        statuses.push((await app.inject({ method: 'POST', url: path, headers, payload: body })).statusCode);
      }
      expect(statuses.slice(0, -1)).not.toContain(429);
      return !statuses.includes(409);
    },
  },
  {
    share: 'client-body-bytes',
    strict: 4 * MIB,
    out: 1_024 * MIB,
    attack: async (world, started) => holdBodies(started, await callOf('setSchedules', world), 36),
  },
  {
    share: 'body-bytes',
    strict: 4 * MIB,
    out: 1_024 * MIB,
    attack: async (world, started) => holdBodies(started, await callOf('setSchedules', world), 36),
  },
  {
    share: 'client-history-bytes-per-day',
    out: 1_000_000_000_000,
    attack: async (_world, _started, environment) => writeHistory(environment),
  },
  {
    share: 'key-polls',
    out: MANY,
    attack: async (world, started) => {
      const call = await callOf('getControllerSchedule', world);
      const headers = { ...call.headers, Prefer: 'wait=1', 'If-None-Match': '"1.0.00000000"' };
      return allAtOnce(started, { ...call, headers }, 3);
    },
  },
  {
    share: 'key-calls-per-minute',
    strict: 1,
    out: MANY,
    attack: async (world, started) => oneAfterTheOther(started, await callOf('sendReport', world), 2),
  },
  {
    share: 'key-bytes-per-minute',
    strict: 80,
    out: 1_000_000_000_000,
    attack: async (world, started) => oneAfterTheOther(started, await callOf('sendReport', world), 2),
  },
  {
    share: 'address-at-once',
    out: MANY,
    attack: (_world, started) => allAtOnce(started, { method: 'GET', path: PATHS.openapi, headers: {} }, 33 + WAITING),
  },
  {
    share: 'failed-auth-per-minute',
    strict: 1,
    out: MANY,
    attack: (_world, started) => oneAfterTheOther(started, { method: 'GET', path: PATHS.sites, headers: {} }, 2),
  },
];

/** A client that wrote 256 MiB on a site today writes one batch more. */
async function writeHistory(settings: Readonly<Record<string, string>>): Promise<boolean> {
  const world = await openWorld({ settings, clock: { now: Date.UTC(2030, 0, 1) } });
  try {
    const siteId = await world.site();
    const client = await world.client({ allSites: true, can: 'schedule' });
    const as = await world.bearer('schedules:write', client);
    world.history.add({ clientId: client.clientId as ClientId, siteId }, 256 * MIB);
    const entries = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 1 }];
    const schedules = [{ asset: 'grid', type: 'activePowerkW', entries }];
    const path = `/api/v1/public/sites/${siteId}/schedules`;
    const single = await world.ask('POST', path, { as, body: { schedules } });
    const body = { mode: 'each', batches: [{ siteId, schedules }] };
    const many = await world.ask('POST', '/api/v1/fleet/schedules', { as, body });
    const { results } = JSON.parse(many.text) as { results: { status: number }[] };
    expect(results.map(({ status }) => status)).toEqual([single.status]);
    if (single.status === 429) expect(single.headers['retry-after']).toBe('86400');
    // What is set can be cleared all the same, and others write on.
    const cleared = { schedules: [{ ...schedules[0], entries: [] }] };
    expect((await world.ask('POST', path, { as, body: cleared })).status).toBe(201);
    expect((await world.ask('POST', path, { body: { schedules } })).status).toBe(201);
    return single.status === 201;
  } finally {
    await world.close();
  }
}

describe('each share', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it.each(shares)('$share stops what succeeds without it', async ({ share, strict, out, attack }) => {
    const withoutIt = { SETPOINT_SHARES: `${share}=${out}` };
    expect(await attack(world, await world.startAnother(withoutIt), withoutIt)).toBe(true);
    const withIt: Readonly<Record<string, string>> =
      strict === undefined ? {} : { SETPOINT_SHARES: `${share}=${strict}` };
    expect(await attack(world, await world.startAnother(withIt, { now: stoppedClock() }), withIt)).toBe(false);
  });

  it.each(['importRegistry', 'setPortfolio'])('of large bodies is taken by %s, however small it is', async (id) => {
    const call = await callOf(id, world);
    const withoutIt = { SETPOINT_SHARES: `client-large-bodies=${MANY}` };
    const times = 3 + WAITING;
    expect(await allAtOnce(await world.startAnother(withoutIt), call, times)).toBe(true);
    expect(await allAtOnce(await world.startAnother({}, { now: stoppedClock() }), call, times)).toBe(false);
  });

  it('has an attack; those of connections are beside the door', () => {
    const ofWork = SHARE_NAMES.filter((name) => !name.endsWith('-connections'));
    expect(shares.map(({ share }) => share).toSorted()).toEqual(ofWork.toSorted());
  });

  it('is joined by SETPOINT_CLIENT_CALLS_PER_MINUTE, which an operator sets', async () => {
    const call = await callOf('getSite', world);
    expect(await oneAfterTheOther(await world.startAnother(), call, 2)).toBe(true);
    const limited = await world.startAnother({ SETPOINT_CLIENT_CALLS_PER_MINUTE: '1' }, { now: stoppedClock() });
    expect(await oneAfterTheOther(limited, call, 2)).toBe(false);
  });
});

it('an operator stops all sites, and a client all it set, whatever it has open', async () => {
  const world = await openWorld();
  try {
    const { app } = await world.startAnother({ SETPOINT_SHARES: 'client-open-holds=1' });
    const hold = async (scope: string, body: object) => {
      const headers = { Authorization: `Bearer ${await world.token(scope)}`, 'Content-Type': 'application/json' };
      return (await app.inject({ method: 'POST', url: PATHS.fleetHolds, headers, payload: body })).statusCode;
    };
    const own = { clientId: world.operatorId };
    expect(await hold('schedules:write', { siteId: await world.site() })).toBe(201);
    expect(await hold('schedules:write', { siteId: await world.site() })).toBe(409);
    expect(await hold('schedules:write', own)).toBe(201);
    expect(await hold('schedules:write', own)).toBe(409);
    for (let made = 0; made < 3; made += 1) {
      expect(await hold('schedules:write+fleet:admin', { allSites: true })).toBe(201);
    }
  } finally {
    await world.close();
  }
});
