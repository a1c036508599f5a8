import { randomUUID } from 'node:crypto';
import { PATHS, type SigningKeyList } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { inEachTest } from '../../../testing/of-tests.ts';
import { worldOfTest } from '../../../testing/open-world.ts';
import type { App } from '../../../testing/start-app.ts';

const KEYS = PATHS.fleetSigningKeys;
const TEN_MINUTES_MS = 600_000;

describe('the keys that sign tokens', () => {
  const clock = { now: 0 };
  /** Two, each of which remembers keys and tokens for itself; tokens are made on the first. */
  let nodes: readonly App[];

  const world = inEachTest(() => {
    clock.now = Date.now();
    return worldOfTest({ store: 'SQLite', clock });
  });
  beforeEach(async () => {
    nodes = [world.app, (await world.startAnother()).app];
  });

  const sign = async () => (await world.bearer('fleet:admin+sites:read'))['Authorization'] ?? '';
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string = KEYS) =>
    world.ask<SigningKeyList>(method, url, { as: { Authorization: await sign() } });
  const list = async (method: 'GET' | 'POST' = 'GET') => (await ask(method)).body.keys;
  const states = async () => (await list()).map(({ state }) => state);
  /** What each node says to a token, in the fleet interface and in the public one. */
  const statuses = async (authorization: string) => {
    const urls = [KEYS, `${PATHS.sites}/${randomUUID()}`];
    const asked = nodes.flatMap((node) => urls.map((url) => node.inject({ url, headers: { authorization } })));
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  };

  it('take all their tokens with them on every node at once when they are revoked, whatever was remembered', async () => {
    const before = await sign();
    const [{ keyId } = { keyId: '' }] = await list();
    expect((await list('POST')).length).toBe(2);
    expect(await statuses(before)).toEqual([200, 404, 200, 404]);
    expect((await ask('DELETE', `${KEYS}/${keyId}`)).status).toBe(204);
    expect(await statuses(before)).toEqual([401, 401, 401, 401]);
    expect((await world.ask('GET', PATHS.jwks)).text).not.toContain(keyId);
    expect((await ask('DELETE', `${KEYS}/${keyId}`)).status).toBe(404);
    clock.now += 1_000;
    expect(await statuses(await sign())).toEqual([200, 404, 200, 404]);
  });

  it('are never none: revoking the only one makes another, and who made it takes what it signs', async () => {
    const [{ keyId } = { keyId: '' }] = await list();
    await ask('DELETE', `${KEYS}/${keyId}`);
    const [another, ...more] = await list();
    expect([another?.state, more]).toEqual(['signing', []]);
    expect(another?.keyId).not.toBe(keyId);
  });

  it('sign ten minutes after they were made, until the next does', async () => {
    clock.now += TEN_MINUTES_MS;
    await ask('POST');
    expect(await states()).toEqual(['next', 'signing']);
    clock.now += TEN_MINUTES_MS;
    expect(await states()).toEqual(['signing', 'retired']);
  });

  it('are eight at most, which operators alone see', async () => {
    const made: unknown[] = [];
    for (let time = 0; time < 8; time += 1) made.push((await ask('POST')).status);
    expect(made).toEqual([...Array.from({ length: 7 }, () => 201), 409]);
    expect(JSON.stringify(await list())).not.toContain('"d"');
    expect((await world.ask('GET', KEYS, { as: {} })).status).toBe(401);
  });
});
