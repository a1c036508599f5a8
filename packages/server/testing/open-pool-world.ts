import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { bearer } from './good-calls.ts';
import { openWorld, type World } from './open-world.ts';

const MINUTE_MS = 60_000;

export type PoolWorld = Awaited<ReturnType<typeof openPoolWorld>>;
type Headers = Record<string, string>;
type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

interface Asked {
  readonly body?: object;
  readonly as?: Headers;
}

/** For tests: the whole service, with pools of sites that are booked and whose controllers applied that. */
export async function openPoolWorld() {
  const world = await openWorld();
  const headers = await bearer(world, 'sites:read+schedules:write+fleet:admin');

  const { ask, done } = asking(world, headers);
  const keys = new Map<string, string>();
  async function keyOf(siteId: string): Promise<string> {
    const known = keys.get(siteId);
    if (known !== undefined) return known;
    const { controllerKey } = await done<{ controllerKey: string }>('POST', at(PATHS.fleetSiteKeys, siteId));
    keys.set(siteId, controllerKey);
    return controllerKey;
  }

  async function report(siteId: string, more: object = {}): Promise<void> {
    const as = { Authorization: `Bearer ${await keyOf(siteId)}` };
    const { revision } = await done<{ revision: string }>('GET', PATHS.controllerSchedule, { as });
    const body = { session: randomUUID(), sequence: 1, sentAt: soon(0), schedule: { revision, rejected: [] }, ...more };
    await done('POST', PATHS.controllerReport, { body, as });
  }

  return {
    ...world,
    ask,
    report,
    keyOf,
    /** A site with some values over two hours around now. */
    async siteWith(values: Readonly<Record<string, number>>): Promise<string> {
      const siteId = await world.addSite();
      // What is activated ends no millisecond after what is booked.
      const window = { startAt: soon(-60 * MINUTE_MS), endAt: soon(60 * MINUTE_MS) };
      const schedules = Object.entries(values).map(([type, value]) => {
        return { asset: 'grid', type, entries: [{ ...window, value }] };
      });
      if (schedules.length > 0) await done('POST', at(PATHS.schedules, siteId), { body: { schedules } });
      await report(siteId);
      return siteId;
    },
    async poolOf(siteIds: readonly string[]): Promise<string> {
      const poolId = randomUUID();
      const members = siteIds.map((siteId) => ({ siteId }));
      const body = { poolName: 'aFRR north', service: 'afrr', split: 'proportional', members };
      await done('PUT', at(PATHS.fleetPool, poolId), { body });
      return poolId;
    },
    async signal(poolId: string, signal: { kW: number; sequence: number; validUntil?: string }): Promise<number> {
      const body = { validUntil: soon(MINUTE_MS), ...signal };
      return (await ask('PUT', at(PATHS.fleetPoolSignal, poolId), { body })).status;
    },
    /** A client with grants of its own. */
    async clientWith(...grants: readonly object[]): Promise<Headers> {
      const client = await world.addClient();
      const url = at(PATHS.fleetClientGrants, client.clientId);
      for (const body of grants) await done('PUT', url, { body });
      return { Authorization: `Bearer ${await world.token('sites:read', client)}` };
    },
  };
}

function asking(world: World, headers: Headers) {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows what is answered
  async function ask<Body>(method: Method, url: string, { body, as = headers }: Asked = {}) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = { method, url, headers: { ...as, ...type }, ...(body === undefined ? {} : { payload: body }) };
    const answer = await world.app.inject(sent);
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
  }

  /** What is asked for to set up a test is done, or the test ends here. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows what is answered
  async function done<Body>(method: Method, url: string, asked?: Asked): Promise<Body> {
    const { status, body } = await ask<Body>(method, url, asked);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  return { ask, done };
}

/** For tests: a path with its id. */
export function at(path: string, id: string): string {
  return path.replace(/:\w+/, id);
}

/** For tests: the text of an instant some time from now. */
export function soon(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
