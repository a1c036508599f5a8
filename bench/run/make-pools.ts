import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { SignalledPool } from '../fleet/fleet-plan.ts';
import type { Setpoint } from './start-setpoint.ts';

export const BOOKED_KW = 100;

const DAY_MS = 86_400_000;
const SITES_AT_ONCE = 500;
const READY_WITHIN_MS = 60_000;

/** Pools of so many sites, booked for a day; resolves when every controller has that and can be ordered all of it. */
export async function makePools(
  setpoint: Setpoint,
  { siteIds, sitesOfPool }: { readonly siteIds: readonly string[]; readonly sitesOfPool: number },
): Promise<SignalledPool[]> {
  for (const some of inParts(siteIds, SITES_AT_ONCE)) await book(setpoint, some);
  const pools = inParts(siteIds, sitesOfPool).map((those) => {
    return { poolId: randomUUID(), siteIds: those, mostKw: those.length * BOOKED_KW };
  });
  for (const [index, pool] of pools.entries()) {
    const members = pool.siteIds.map((siteId) => ({ siteId }));
    const body = { poolName: `Pool ${index}`, service: 'afrr', split: 'proportional', members };
    await ask(setpoint, poolPath(pool), { method: 'PUT', body });
  }
  for (const pool of pools) await untilReady(setpoint, pool);
  return pools;
}

async function book(setpoint: Setpoint, siteIds: readonly string[]): Promise<void> {
  const from = Date.now();
  const entries = [
    { startAt: new Date(from).toISOString(), endAt: new Date(from + DAY_MS).toISOString(), value: BOOKED_KW },
  ];
  const schedules = [{ asset: 'grid', type: 'afrrImportBookingkW', entries }];
  const body = { mode: 'all', batches: siteIds.map((siteId) => ({ siteId, schedules })) };
  await ask(setpoint, '/api/v1/fleet/schedules', { method: 'POST', body });
}

async function untilReady(setpoint: Setpoint, pool: SignalledPool): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; ; await after(200)) {
    const { import: now } = await ask<Available>(setpoint, `${poolPath(pool)}/availability?limit=1`, { method: 'GET' });
    if (now.availablekW === pool.mostKw) return;
    if (Date.now() > until)
      throw new Error(`only ${now.availablekW} kW became available: ${JSON.stringify(now.binds)}`);
  }
}

interface Available {
  readonly import: { readonly availablekW: number; readonly binds: unknown };
}

interface Asking {
  readonly method: string;
  readonly body?: object;
}

async function ask<T>({ url, token }: Setpoint, path: string, { method, body }: Asking): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(new URL(path, url), { method, headers, ...sent });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}

function poolPath({ poolId }: SignalledPool): string {
  return `/api/v1/fleet/pools/${poolId}`;
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
