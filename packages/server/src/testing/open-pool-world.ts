import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { bearer } from '../../../../test/openapi/good-calls.ts';
import { openWorld } from '../../../../test/openapi/open-world.ts';

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

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows what is answered
  async function ask<Body>(method: Method, url: string, { body, as = headers }: Asked = {}) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = { method, url, headers: { ...as, ...type }, ...(body === undefined ? {} : { payload: body }) };
    const answer = await world.app.inject(sent);
    return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
  }

  const keys = new Map<string, string>();
  async function keyOf(siteId: string): Promise<string> {
    const known = keys.get(siteId);
    if (known !== undefined) return known;
    const { controllerKey } = (await ask<{ controllerKey: string }>('POST', at(PATHS.fleetSiteKeys, siteId))).body;
    keys.set(siteId, controllerKey);
    return controllerKey;
  }

  async function report(siteId: string, more: object = {}): Promise<void> {
    const as = { Authorization: `Bearer ${await keyOf(siteId)}` };
    const { revision } = (await ask<{ revision: string }>('GET', PATHS.controllerSchedule, { as })).body;
    const body = { session: randomUUID(), sequence: 1, sentAt: soon(0), schedule: { revision, rejected: [] }, ...more };
    await ask('POST', PATHS.controllerReport, { body, as });
  }

  return {
    ...world,
    ask,
    report,
    /** A site with some values over two hours around now. */
    async siteWith(values: Readonly<Record<string, number>>): Promise<string> {
      const siteId = await world.addSite();
      const schedules = Object.entries(values).map(([type, value]) => {
        return {
          asset: 'grid',
          type,
          entries: [{ startAt: soon(-60 * MINUTE_MS), endAt: soon(60 * MINUTE_MS), value }],
        };
      });
      await ask('POST', at(PATHS.schedules, siteId), { body: { schedules } });
      await report(siteId);
      return siteId;
    },
    async poolOf(siteIds: readonly string[]): Promise<string> {
      const poolId = randomUUID();
      const members = siteIds.map((siteId) => ({ siteId }));
      const body = { poolName: 'aFRR north', service: 'afrr', split: 'proportional', members };
      await ask('PUT', at(PATHS.fleetPool, poolId), { body });
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
      for (const body of grants) await ask('PUT', url, { body });
      return { Authorization: `Bearer ${await world.token('sites:read', client)}` };
    },
  };
}

/** For tests: a path with its id. */
export function at(path: string, id: string): string {
  return path.replace(/:\w+/, id);
}

/** For tests: the text of an instant some time from now. */
export function soon(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
