import { setTimeout as after } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { askFrom, crowd, flood, floodOf, openEncrypted } from '../flood.ts';
import { commandOf } from '../make-world.ts';

const nobody = 'no grant';
const granted = 'a grant of one site';
const ASK_AGAIN_MS = 250;

type Field = Parameters<Attack['run']>[0];

function fromTo(days: number): string {
  const at = (ms: number) => new Date(ms).toISOString();
  return `from=${at(Date.now())}&to=${at(Date.now() + days * 86_400_000)}`;
}

interface Packets {
  readonly name: string;
  readonly connections: number;
  readonly methods: readonly string[];
  readonly requests: number;
  readonly path: (siteId: string) => string;
}

/** Sends so many requests at once on each connection, which it leaves once they are answered. */
function packetsOf({ name, connections, methods, requests, path }: Packets): Attack {
  return {
    name,
    who: granted,
    run: (field) => {
      const { siteId, token } = field.world.attackers.granted;
      const head = `${path(siteId)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      const packet = methods.map((method) => `${method} ${head}`.repeat(requests / methods.length)).join('');
      return crowd(field, { most: connections, perSecond: connections }, () => {
        const socket = openEncrypted(field);
        socket.write(packet);
        let seen = 0;
        socket.on('data', (bytes) => {
          const answers = bytes.toString('latin1').split('HTTP/1.1 ').length - 1;
          field.count('answers', answers);
          seen += answers;
          if (seen >= requests) socket.destroy();
        });
        return socket;
      });
    },
  };
}

const plans = packetsOf({
  name: 'plans, forty in a packet',
  connections: 4,
  methods: ['GET', 'HEAD'],
  requests: 40,
  path: (siteId) => `/api/v1/fleet/sites/${siteId}/plan?${fromTo(15)}`,
});

const reads = packetsOf({
  name: 'reads of a site, sixty in a packet',
  connections: 40,
  methods: ['GET'],
  requests: 60,
  path: (siteId) => `/api/v1/public/sites/${siteId}`,
});

const waits: Attack = {
  name: '1,500 waits for a batch',
  who: granted,
  run: async (field) => {
    const { siteId, token } = field.world.attackers.granted;
    const ask = askFrom(field, 1_500);
    const post = async (value: number) => {
      const body = JSON.stringify({ schedules: [commandOf('activePowerkW', 1_500, value)] });
      const path = `/api/v1/public/sites/${siteId}/schedules`;
      return ask({ method: 'POST', path, token, body });
    };
    const first = await untilSet(field, siteId, token);
    if (first === undefined) return;
    let value = 0;
    await Promise.all([
      flood(field, { lanes: 1, perSecond: 2 }, async () => {
        const { status } = await post((value += 1));
        field.count(`POST ${status}`);
      }),
      flood(field, { lanes: 1_500, perSecond: 500 }, async () => {
        const { status } = await ask({ path: `/api/v1/fleet/batches/${first}?wait=accepted`, token });
        field.count(status === 0 ? 'no answer' : String(status));
      }),
    ]);
  },
};

/** A batch of the attacker, however often that must be sent; undefined once the attack is over. */
async function untilSet(field: Field, siteId: string, token: string): Promise<string | undefined> {
  const ask = askFrom(field, 1, { isForgetful: false });
  const body = JSON.stringify({ schedules: [commandOf('activePowerkW', 1_500, 0)] });
  while (!field.over.aborted) {
    // A connection that is refused or broken is answered with no status.
    const { status, text } = await ask({
      method: 'POST',
      path: `/api/v1/public/sites/${siteId}/schedules`,
      token,
      body,
    });
    if (status === 201) return (JSON.parse(text) as { batchId: string }).batchId;
    await after(ASK_AGAIN_MS);
  }
  return undefined;
}

const streams: Attack = {
  name: 'streams of events',
  who: granted,
  run: (field) => {
    const { token } = field.world.attackers.granted;
    const head = `GET /api/v1/fleet/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    return crowd(field, { most: 2_000, perSecond: 200 }, () => {
      const socket = openEncrypted(field);
      socket.write(head);
      socket.once('data', (bytes) => field.count(bytes.subarray(9, 12).toString('latin1')));
      return socket.resume();
    });
  },
};

export const clients: readonly Attack[] = [
  floodOf({ name: 'portfolios of 30 MB', who: nobody, lanes: 4, perSecond: 4 }, ({ world }) => {
    const lists = Buffer.from(`{"mode":"each","batches":[${'[],'.repeat(10_000_000)}[]]}`);
    const numbers = Buffer.from(`{"mode":"each","batches":[${'1,'.repeat(15_000_000)}1]}`);
    const token = world.attackers.nobodyToken;
    const question = { method: 'POST', path: '/api/v1/fleet/schedules', token };
    return (index) => ({ ...question, body: index % 2 === 0 ? lists : numbers });
  }),
  floodOf(
    { name: 'all events, and what is not there', who: nobody, lanes: 12, perSecond: 400 },
    ({ world }) =>
      (index) => ({
        path:
          index % 3 === 0
            ? '/api/v1/fleet/events?after=oldest&follow=false'
            : `/api/v1/public/sites/${index % 2 === 0 ? 'x'.repeat(4_000) : crypto.randomUUID()}`,
        token: world.attackers.nobodyToken,
      }),
  ),
  plans,
  reads,
  floodOf(
    { name: 'plans, deliveries and headroom', who: granted, lanes: 24, perSecond: 200 },
    ({ world }) =>
      (index) => ({
        path: computedPath(world.attackers.granted.siteId, index),
        token: world.attackers.granted.token,
      }),
  ),
  waits,
  streams,
  floodOf({ name: 'holds of one asset', who: granted, lanes: 16, perSecond: 500 }, ({ world }) => (index) => {
    const { token, siteId } = world.attackers.granted;
    if (index % 5 === 0) return { path: '/api/v1/fleet/holds?limit=1000', token };
    return { method: 'POST', path: '/api/v1/fleet/holds', token, body: JSON.stringify({ siteId, asset: 'grid' }) };
  }),
  floodOf({ name: 'batches of 30,000 faults', who: granted, lanes: 5, perSecond: 20 }, ({ world }) => {
    const { token, siteId } = world.attackers.granted;
    const entries = Array.from({ length: 30_000 }, () => ({ a: 1 }));
    const body = JSON.stringify({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
    return () => ({ method: 'POST', path: `/api/v1/public/sites/${siteId}/schedules`, token, body });
  }),
  floodOf({ name: 'series of values', who: granted, lanes: 4, perSecond: 20 }, ({ world }) => {
    const bodies = [portfolioOfSeries(1, 300), portfolioOfSeries(20, 10)];
    const { token } = world.attackers.granted;
    return (index) => ({ method: 'POST', path: '/api/v1/fleet/schedules', token, body: bodies[index % 2] ?? '' });
  }),
  floodOf({ name: 'CSV of quotes', who: granted, lanes: 4, perSecond: 20 }, ({ world }) => {
    const { token, siteId } = world.attackers.granted;
    const path = `/api/v1/fleet/sites/${siteId}/schedules`;
    const query = 'asset=grid&type=activePowerkW';
    const body = `startAt,endAt,value\n"${'""'.repeat(2_000_000)}"`;
    const headers = { 'Content-Type': 'text/csv' };
    return (index) =>
      index % 2 === 0
        ? { method: 'PATCH', path: `${path}?${query}`, token, headers, body }
        : { method: 'POST', path: `${path}/validate?${query}`, token, headers, body };
  }),
  floodOf({ name: 'megabytes of history', who: granted, lanes: 4, perSecond: 20 }, ({ world }) => (index) => ({
    method: 'POST',
    path: `/api/v1/public/sites/${world.attackers.granted.siteId}/schedules`,
    token: world.attackers.granted.token,
    body: fullBatch(index),
  })),
];

function computedPath(siteId: string, index: number): string {
  const site = `/api/v1/fleet/sites/${siteId}`;
  const paths = [
    `${site}/plan?${fromTo(15)}`,
    `${site}/delivery`,
    `${site}/headroom?${fromTo(15)}`,
    `${site}/following?${fromTo(1)}`,
    `${site}/batches?limit=1000`,
  ];
  return paths[index % paths.length] ?? '';
}

function portfolioOfSeries(sites: number, commands: number): string {
  const values = Array.from({ length: 1_500 }, () => 1);
  const entries = { startAt: '2030-01-01T00:00:00Z', stepMinutes: 1, values };
  const schedules = Array.from({ length: commands }, () => ({ asset: 'grid', type: 'activePowerkW', entries }));
  const batches = Array.from({ length: sites }, () => ({ siteId: crypto.randomUUID(), schedules }));
  return JSON.stringify({ mode: 'each', batches });
}

const FULL_TYPES = ['upperLimitkW', 'lowerLimitkW', 'activePowerkW', 'fcrImportkW', 'fcrExportkW'];

function fullBatch(value: number): string {
  return JSON.stringify({ schedules: FULL_TYPES.map((type) => commandOf(type, 1_500, value)) });
}
