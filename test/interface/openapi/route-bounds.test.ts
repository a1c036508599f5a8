import { type Operation, OPERATIONS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { goodCall } from './good-call.ts';
import { worldOfTests } from '@setpoint/server/testing/open-world';

const OF_ANYBODY = new Set<Operation['credential']>(['any-token', 'controller-key']);

// Of those that wait for the one, 64 may, and as many begin in each turn.
const SAME_AT_ONCE = 3 * 64;

describe('the cost of a request', async () => {
  const world = await worldOfTests();

  const proven = OPERATIONS.filter(({ scope, credential }) => scope !== undefined || OF_ANYBODY.has(credential));

  it.each(proven)('$id asks who calls before it reads a body', async ({ id }) => {
    const { path, method } = await goodCall(world, id);
    const headers = { 'content-type': 'text/plain' };
    const { statusCode } = await world.app.inject({ method: method as 'GET', url: path, headers, payload: '{' });
    expect(statusCode).toBe(401);
  });

  // Whether availability is computed, or is a stream, its caller says.
  const computed = OPERATIONS.filter(({ id, bound }) => bound === 'computed' || id === 'getPoolAvailability');

  it.each(computed)('$id is computed in a share, and in turns', async ({ id }) => {
    const { app } = await world.startAnother({ SETPOINT_SHARES: 'client-computed-at-once=1' });
    const { path: url, method, headers, body } = await goodCall(world, id);
    const payload = body === undefined ? {} : { payload: body };
    const asked = Array.from({ length: SAME_AT_ONCE }, () =>
      app.inject({ method: method as 'GET', url, headers, ...payload }),
    );
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it.each(computed.filter(({ method }) => method === 'get'))('$id is not computed for HEAD', async ({ id }) => {
    const { path, headers } = await goodCall(world, id);
    const { statusCode } = await world.app.inject({ method: 'HEAD', url: path, headers });
    expect(statusCode).toBe(405);
  });
});
