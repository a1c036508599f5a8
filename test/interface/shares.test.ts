import { connect, type Socket } from 'node:net';
import { type ClientId, PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from './openapi/ask.ts';
import { goodCall } from './openapi/good-call.ts';
import { openWorld, stoppedClock, type World, worldOfTests } from '@setpoint/server/testing/open-world';

type Started = Awaited<ReturnType<World['startAnother']>>;

type Own = NonNullable<Parameters<World['startAnother']>[1]>;

/** One limit, and an attack that it stops: resolves with the answer to what was refused, else with nothing. */
interface Share {
  readonly share: string;
  readonly says: string;
  /** A limit at which an attack is small enough for a test; left out, it is that of every service. */
  readonly strict?: Own;
  readonly attack: (world: World, started: Started) => Promise<string | undefined>;
}

// Behind what is under way 64 wait their turn, and so many of a client begin in each turn of the event loop.
const WAITING = 3 * 64;
const MIB = 1_024 * 1_024;

/** So many times the same at once. */
async function allAtOnce({ app }: Started, { path, ...call }: Call, times: number): Promise<string | undefined> {
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
  for (const { headers: given } of refused) expect(Number(given['retry-after'])).toBeGreaterThan(0);
  return refused[0]?.payload;
}

const oneAfterTheOther = async (started: Started, call: Call, times: number): Promise<string | undefined> => {
  for (let time = 1; time < times; time += 1) expect(await allAtOnce(started, call, 1)).toBeUndefined();
  return allAtOnce(started, call, 1);
};

/** Asks for what goes on, until one of them is refused or all are answered. */
async function askUntilRefused({ base }: Started, { path, headers }: Call, count: number): Promise<string | undefined> {
  const stop = new AbortController();
  const asked = Array.from({ length: count }, async () => {
    const answer = await fetch(base + path, { headers, signal: stop.signal });
    // A stream stays open for as long as its answer is known.
    if (answer.status !== 429) throw new Error('not refused', { cause: answer });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    return answer.text();
  });
  const refused = await Promise.any(asked).catch(() => undefined);
  stop.abort();
  await Promise.allSettled(asked);
  return refused;
}

/** Sends bodies but for their last byte, and holds them until one is refused, or the service has them all in its memory. */
async function holdBodies({ app, base }: Started, call: Call, count: number): Promise<string | undefined> {
  const { hostname, port } = new URL(base);
  const bytes = 120 * 1_024;
  const lines = Object.entries({ ...call.headers, Host: 'x', 'Content-Length': String(bytes) });
  const head = `POST ${call.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const request = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - 1, ' ')]);
  let refused: string | undefined;
  const sockets: Socket[] = [];
  for (let held = 0; held < count; held += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).once('data', (answer) => (refused ??= String(answer)));
    socket.write(request);
    sockets.push(socket);
  }
  const isDone = () => refused !== undefined || app.bodyBytes.total() >= count * (bytes - 1);
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
  for (const socket of sockets) socket.destroy();
  return refused;
}

const shares: readonly Share[] = [
  {
    share: 'computed answers of a client',
    says: 'too many answers are being computed',
    attack: async (world, started) => allAtOnce(started, await goodCall(world, 'getSiteDelivery'), 9 + WAITING),
  },
  {
    share: 'batches of a client',
    says: 'too many batches wait to be written',
    strict: { budget: { writesAtOnce: 1 } },
    attack: async (world, started) => allAtOnce(started, await goodCall(world, 'setSchedules'), 2 + WAITING),
  },
  {
    share: 'large bodies of a client',
    says: 'too many large bodies are under way',
    attack: async (world, started) => {
      const call = await goodCall(world, 'setSchedules');
      return allAtOnce(started, { ...call, body: (call.body ?? '').padEnd(140_000) }, 3 + WAITING);
    },
  },
  ...['importRegistry', 'setPortfolio'].map((id) => ({
    share: `large bodies of a client, of ${id} however small,`,
    says: 'too many large bodies are under way',
    attack: async (world: World, started: Started) => allAtOnce(started, await goodCall(world, id), 3 + WAITING),
  })),
  {
    share: 'streams of a client',
    says: 'too many streams are open',
    attack: async (world, started) => {
      const call = await goodCall(world, 'streamEvents');
      return askUntilRefused(started, { ...call, path: call.path.replace('&follow=false', '') }, 257);
    },
  },
  {
    share: 'waits of a client',
    says: 'too many requests wait for deliveries',
    attack: async (world, started) => {
      const call = await goodCall(world, 'getBatchDelivery');
      return askUntilRefused(started, { ...call, path: `${call.path}?wait=accepted&timeout=55` }, 65);
    },
  },
  {
    share: 'bytes of bodies of a client',
    says: 'too many bytes of bodies are under way; wait for an answer',
    strict: { bodies: { bytesOfCaller: 4 * MIB, bytesOfAll: 1_024 * MIB } },
    attack: async (world, started) => holdBodies(started, await goodCall(world, 'setSchedules'), 36),
  },
  {
    share: 'bytes of bodies of all',
    says: 'too many bytes of bodies are under way; try again shortly',
    strict: { bodies: { bytesOfCaller: 1_024 * MIB, bytesOfAll: 4 * MIB } },
    attack: async (world, started) => holdBodies(started, await goodCall(world, 'setSchedules'), 36),
  },
  {
    share: 'history of a client on a site',
    says: 'this client has written as much history here today as it may',
    attack: writeHistory,
  },
  {
    share: 'long polls of a key',
    says: 'too many requests wait for a schedule',
    attack: async (world, started) => {
      const call = await goodCall(world, 'getControllerSchedule');
      const headers = { ...call.headers, Prefer: 'wait=55', 'If-None-Match': '"1.0.00000000"' };
      return askUntilRefused(started, { ...call, headers }, 3);
    },
  },
  {
    share: 'calls of a key',
    says: 'this key calls too often',
    strict: { budget: { keyCallsPerMinute: 1 } },
    attack: async (world, started) => oneAfterTheOther(started, await goodCall(world, 'sendReport'), 2),
  },
  {
    share: 'bytes of a key',
    says: 'this key sends too many bytes',
    strict: { budget: { keyBytesPerMinute: 80 } },
    attack: async (world, started) => oneAfterTheOther(started, await goodCall(world, 'sendReport'), 2),
  },
  {
    share: 'requests of an address',
    says: 'too many requests of this address are under way',
    attack: (_world, started) => allAtOnce(started, { method: 'GET', path: PATHS.openapi, headers: {} }, 33 + WAITING),
  },
];

/** A client that wrote 256 MiB on a site today writes one batch more. */
async function writeHistory(): Promise<string | undefined> {
  const world = await openWorld({ clock: { now: Date.UTC(2030, 0, 1) } });
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
    expect([single.status, ...results.map(({ status }) => status)]).toEqual([429, 429]);
    expect(single.headers['retry-after']).toBe('86400');
    // What is set can be cleared all the same, and others write on.
    const cleared = { schedules: [{ ...schedules[0], entries: [] }] };
    expect((await world.ask('POST', path, { as, body: cleared })).status).toBe(201);
    expect((await world.ask('POST', path, { body: { schedules } })).status).toBe(201);
    return single.text;
  } finally {
    await world.close();
  }
}

describe('each share', async () => {
  const world = await worldOfTests();

  it.each(shares)('$share ends what goes beyond it', async ({ says, strict = {}, attack }) => {
    expect(await attack(world, await world.startAnother({}, { now: stoppedClock(), ...strict }))).toContain(says);
  });

  it.each([
    ['SETPOINT_SHARES', 'failed-auth-per-minute=1', PATHS.sites],
    ['SETPOINT_CLIENT_CALLS_PER_MINUTE', '1', undefined],
  ])('is what an operator sets in %s: %s', async (name, value, path) => {
    const call = path === undefined ? await goodCall(world, 'getSite') : { method: 'GET', path, headers: {} };
    expect(await oneAfterTheOther(await world.startAnother(), call, 2)).toBeUndefined();
    const limited = await world.startAnother({ [name]: value }, { now: stoppedClock() });
    expect(await oneAfterTheOther(limited, call, 2)).toBeDefined();
  });
});

it('an operator stops all sites, and a client all it set, whatever it has open', async () => {
  const world = await openWorld();
  try {
    const as = async (scope: string) => ({ as: await world.bearer(scope) });
    const hold = async (by: Awaited<ReturnType<typeof as>>, body: object) =>
      (await world.ask('POST', PATHS.fleetHolds, { ...by, body })).status;
    const own = { clientId: world.operatorId };
    const [scheduling, operating] = [await as('schedules:write'), await as('schedules:write+fleet:admin')];
    const siteId = await world.site();
    const made = await Promise.all(Array.from({ length: 100 }, () => hold(scheduling, { siteId })));
    expect(new Set(made)).toEqual(new Set([201]));
    expect(await hold(scheduling, { siteId })).toBe(409);
    expect(await hold(scheduling, own)).toBe(201);
    expect(await hold(scheduling, own)).toBe(409);
    expect(await hold(operating, { allSites: true })).toBe(201);
  } finally {
    await world.close();
  }
});
