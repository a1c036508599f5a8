import { expect } from 'vitest';
import type { Ask } from './hook-cell.ts';
import type { Fleet } from './start-fleet.ts';

const WINDOW = 'from=2030-01-01T00:00:00Z&to=2030-01-01T01:00:00Z';
const POOL = { poolName: 'secret a pool', service: 'mfrr', split: 'merit' };

interface PooledFleet extends Pick<Fleet, 'sites'> {
  /** A pool with site a, by the operator. */
  readonly poolId: string;
}

/** Which pools are seen (`a`: the operator's), and whether that can be asked for power. */
export async function poolCell(ask: Ask, { sites, poolId }: PooledFleet): Promise<string[]> {
  const path = '/api/v1/fleet/pools';
  const mine = `${path}/${crypto.randomUUID()}`;
  const mayChange = await changesMine(ask, mine, sites.a);
  const validUntil = new Date(Date.now() + 60_000).toISOString();
  const body = { kW: 1, sequence: Date.now(), validUntil };
  const seat = (await ask(`${path}/${poolId}/seat`, { method: 'PUT', body: { reason: 'a test' } })).status;
  const signal = (await ask(`${path}/${poolId}/signal`, { method: 'PUT', body })).status;
  expect(seat).toBe(signal);
  expect((await ask(`${path}/${poolId}/seat`, { method: 'DELETE' })).status).toBe(seat === 200 ? 204 : seat);
  const asked = String(signal);
  const { status, text } = await ask(path);
  const seen = status === 200 && text.includes(poolId);
  for (const route of [
    '',
    '/members',
    '/signal',
    '/shares',
    '/availability',
    `/headroom?${WINDOW}`,
    `/following?${WINDOW}`,
    `/supplied?${WINDOW}`,
  ]) {
    expect((await ask(`${path}/${poolId}${route}`)).status).toBe(status === 200 ? (seen ? 200 : 404) : status);
  }
  if (status !== 200) return [String(status), asked];
  return [`${seen ? 'a' : '-'}${mayChange ? '+' : ''}`, asked];
}

async function changesMine(ask: Ask, mine: string, siteId: string): Promise<boolean> {
  const changes: [method: string, path: string, body?: object][] = [
    ['PUT', mine, POOL],
    ['PUT', `${mine}/members/${siteId}`, {}],
    ['DELETE', `${mine}/members/${siteId}`],
    ['DELETE', mine],
  ];
  const changed: number[] = [];
  for (const [method, route, body] of changes) {
    changed.push((await ask(route, { method, ...(body === undefined ? {} : { body }) })).status);
  }
  if (changed[0] !== 200) expect([[401], [403]]).toContainEqual([...new Set(changed)]);
  else expect(changed).toEqual([200, 200, 204, 204]);
  return changed[0] === 200;
}
