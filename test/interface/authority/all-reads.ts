import { OPERATIONS } from '@setpoint/contract';
import type { Fleet } from './start-fleet.ts';

/** What a path may name: one of each that there is. */
type Named = Readonly<Record<string, string>>;

const DAY = 'from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z';
const HOUR = 'from=2030-01-01T00:00:00Z&to=2030-01-01T01:00:00Z';

const QUERIES: Readonly<Record<string, string>> = {
  getSitePlan: DAY,
  getSiteHeadroom: DAY,
  getSiteFollowing: DAY,
  getSiteMeasurements: DAY,
  getPoolHeadroom: HOUR,
  getPoolFollowing: HOUR,
  getPoolSupplied: HOUR,
  diffSchedules: 'from=0&to=1',
  streamEvents: 'after=oldest&follow=false',
};

// Those of a client alone: nobody else reads them.
const OF_ONE = 'fleet:webhooks';

type Read = (principal: string) => Promise<{ readonly path: string; readonly status: number; readonly text: string }>;

/** Every GET that needs a scope, of one of each that there is. */
export async function allReads(fleet: Fleet, more: Named): Promise<Read[]> {
  const named = await nameAll(fleet, more);
  const scoped = OPERATIONS.filter(({ method, scope }) => method === 'get' && scope !== undefined && scope !== OF_ONE);
  return scoped.map(({ id, path }) => {
    const query = QUERIES[id];
    const full = path.replaceAll(/:(\w+)/g, (_param, name: string) => {
      const value = named[name];
      if (value === undefined) throw new Error(`nothing here is a ${name}`);
      return value;
    });
    return (principal) => readAs(fleet, principal, query === undefined ? full : `${full}?${query}`);
  });
}

async function nameAll({ operator, sites, poolId }: Fleet, more: Named): Promise<Named> {
  const firstOf = async (path: string, list: string, id: string) => {
    const { body } = await operator.ask(path);
    return (body as Record<string, Named[]>)[list]?.[0]?.[id] ?? '';
  };
  return {
    siteId: sites.a,
    poolId,
    clientId: await firstOf('/api/v1/fleet/clients', 'clients', 'clientId'),
    personId: await firstOf('/api/v1/fleet/persons', 'persons', 'personId'),
    groupId: await firstOf('/api/v1/fleet/groups', 'groups', 'groupId'),
    ...more,
  };
}

// But for when it was read, how the process was then, and what a pool says of the reader itself.
async function readAs({ url, authorizationOf }: Fleet, principal: string, path: string) {
  const answer = await fetch(url + path, { headers: { Authorization: (await authorizationOf(principal)) ?? '' } });
  const text = await answer.text();
  const times =
    /"(?:at|seenAt|writeMs|waitingWrites|eventLoopDelayMs|diskFreeBytes|commitMs|controllers|mqttControllers|mqttConnections)":[^,}]+/g;
  const own = /,"canSignal":(true|false)/;
  return { path, status: answer.status, text: text.replaceAll(times, '').replace(own, '') };
}
