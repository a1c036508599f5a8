import { expect } from 'vitest';
import type { Ask } from './hook-cell.ts';
import type { Fleet } from './start-fleet.ts';

const POOL = { poolName: 'secret a pool', service: 'mfrr', split: 'merit' };

interface PooledFleet extends Pick<Fleet, 'sites'> {
  /** A pool with site a, by the operator. */
  readonly poolId: string;
}

/** Which pools are seen: `a` for the operator's. Those who may not change pools change none. */
export async function poolCell(ask: Ask, { sites, poolId }: PooledFleet): Promise<string> {
  const path = '/api/v1/fleet/pools';
  const mine = `${path}/${crypto.randomUUID()}`;
  const mayChange = await changesMine(ask, mine, sites.a);
  const { status, text } = await ask(path);
  const seen = status === 200 && text.includes(poolId);
  for (const route of [`${path}/${poolId}`, `${path}/${poolId}/members`]) {
    expect((await ask(route)).status).toBe(status === 200 ? (seen ? 200 : 404) : status);
  }
  if (status !== 200) return String(status);
  return `${seen ? 'a' : '-'}${mayChange ? '+' : ''}`;
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
