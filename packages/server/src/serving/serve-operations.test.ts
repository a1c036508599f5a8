import { OPERATIONS } from '@setpoint/contract';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { worldOfTests } from '../../testing/open-world.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { checkAllPlaced } from './place-operation.ts';

describe('an operation that is served', async () => {
  const world = await worldOfTests();

  it('looks at ids before the query, and at the query before the body', async () => {
    const headers = { authorization: `Bearer ${await world.token('fleet:admin')}`, 'content-type': 'application/json' };
    const ask = async (path: string, payload: string) => {
      const { statusCode, body } = await world.app.inject({ method: 'PATCH', url: path, headers, payload });
      return [statusCode, (JSON.parse(body) as { message: string }).message];
    };
    const alert = `/api/v1/fleet/alerts/${randomUUID()}`;
    expect(await ask('/api/v1/fleet/alerts/x?page=2', '{')).toEqual([404, 'there is no such alert']);
    expect(await ask(`${alert}?page=2`, '{')).toEqual([400, expect.stringContaining('unknown query parameter')]);
    expect(await ask(alert, '{')).toEqual([400, expect.stringContaining('JSON')]);
    expect(await ask(alert, '{"minutes":5}')).toEqual([404, 'there is no such alert']);
  });

  it('is missed at the start when nothing serves it', () => {
    const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    expect(() => checkAllPlaced(app)).toThrow(`nothing serves ${OPERATIONS.map(({ id }) => id).join(', ')}`);
  });
});
