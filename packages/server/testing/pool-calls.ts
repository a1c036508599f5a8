import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { Call } from './ask.ts';
import type { World } from './open-world.ts';

type Make = (world: World) => Promise<Call>;

const WINDOW = 'from=2030-01-01T00:00:00Z&to=2030-01-01T01:00:00Z';
const POOL = { poolName: 'north', service: 'afrr', split: 'proportional' };

/** For each operation of pools a request that succeeds. */
export const poolCalls: Readonly<Record<string, Make>> = {
  listPools: async (world) => asReader(world, 'GET', PATHS.fleetPools),
  getPool: async (world) => asReader(world, 'GET', (await madePool(world)).path),
  putPool: async (world) => {
    const members = [{ siteId: await world.site() }];
    return { ...(await asAdmin(world, 'PUT', poolPath(randomUUID()))), body: JSON.stringify({ ...POOL, members }) };
  },
  removePool: async (world) => asAdmin(world, 'DELETE', (await madePool(world)).path),
  listPoolMembers: async (world) => asReader(world, 'GET', `${(await madePool(world)).path}/members`),
  putPoolMember: async (world) => {
    const { path } = await madePool(world);
    return { ...(await asAdmin(world, 'PUT', `${path}/members/${await world.site()}`)), body: '{"rank":3}' };
  },
  removePoolMember: async (world) => {
    const { path, siteId } = await madePool(world);
    return asAdmin(world, 'DELETE', `${path}/members/${siteId}`);
  },
  getPoolAvailability: async (world) => asReader(world, 'GET', `${(await madePool(world)).path}/availability`),
  getPoolHeadroom: async (world) => asReader(world, 'GET', `${(await askedPool(world)).path}/headroom?${WINDOW}`),
  getPoolFollowing: async (world) => asReader(world, 'GET', `${(await askedPool(world)).path}/following?${WINDOW}`),
  getPoolSupplied: async (world) => asReader(world, 'GET', `${(await askedPool(world)).path}/supplied?${WINDOW}`),
  takePoolSeat: async (world) => seatCall(world, 'PUT', (await madePool(world)).path),
  giveBackPoolSeat: async (world) => seatCall(world, 'DELETE', (await askedPool(world)).path),
  putPoolSignal: async (world) => signalCall(world, (await madePool(world)).path),
  getPoolSignal: async (world) => asReader(world, 'GET', `${(await askedPool(world)).path}/signal`),
  listPoolShares: async (world) => asReader(world, 'GET', `${(await askedPool(world)).path}/shares`),
  getSiteOrders: async (world) =>
    asReader(world, 'GET', PATHS.fleetSiteOrders.replace(':siteId', (await askedPool(world)).siteId)),
};

const MINUTE = 60_000;

async function signalCall(world: World, path: string): Promise<Call> {
  const headers = {
    Authorization: `Bearer ${await world.token('schedules:write')}`,
    'Content-Type': 'application/json',
  };
  const validUntil = new Date(Date.now() + MINUTE).toISOString();
  return { method: 'PUT', path: `${path}/signal`, headers, body: JSON.stringify({ kW: 5, sequence: 1, validUntil }) };
}

async function seatCall(world: World, method: 'PUT' | 'DELETE', path: string): Promise<Call> {
  const headers = { Authorization: `Bearer ${await world.token('schedules:write')}` };
  const json = { ...headers, 'Content-Type': 'application/json' };
  return method === 'DELETE'
    ? { method, path: `${path}/seat`, headers }
    : { method, path: `${path}/seat`, headers: json, body: '{"reason":"the line is down"}' };
}

async function askedPool(world: World): Promise<{ path: string; siteId: string }> {
  const made = await madePool(world);
  const { path, headers, body = '' } = await signalCall(world, made.path);
  await world.app.inject({ method: 'PUT', url: path, headers, payload: body });
  return made;
}

function poolPath(poolId: string): string {
  return PATHS.fleetPool.replace(':poolId', poolId);
}

async function madePool(world: World): Promise<{ path: string; siteId: string }> {
  const path = poolPath(randomUUID());
  const siteId = await world.site();
  const { headers } = await asAdmin(world, 'PUT', path);
  await world.app.inject({ method: 'PUT', url: path, headers, payload: { ...POOL, members: [{ siteId }] } });
  return { path, siteId };
}

async function asReader(world: World, method: string, path: string): Promise<Call> {
  return { method, path, headers: { Authorization: `Bearer ${await world.token('sites:read')}` } };
}

async function asAdmin(world: World, method: string, path: string): Promise<Call> {
  const headers = { Authorization: `Bearer ${await world.token('fleet:admin')}` };
  return { method, path, headers: method === 'PUT' ? { ...headers, 'Content-Type': 'application/json' } : headers };
}
