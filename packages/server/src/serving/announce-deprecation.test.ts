import { AppError, bodyOf, buildOpenapi, type Operation, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../http/server/build-http.ts';
import { placeRow } from './place-operation.ts';

const LINK = 'https://setpoint.example/docs/upgrading';
const OLD = {
  id: 'getOldStatus',
  method: 'get',
  path: '/api/v1/fleet/old-status',
  tag: 'Fleet',
  summary: 'Read the old status',
  description: 'The status, as it was.',
  scope: 'sites:read',
  success: { status: 200, description: 'The status.', body: bodyOf(Type.Object({}), {}) },
  deprecated: { since: '2027-01-01T00:00:00Z', sunset: '2027-07-01T00:00:00Z', link: LINK },
} as const satisfies Operation;

describe('an operation that is going to go', () => {
  let app: FastifyInstance;
  const lines: Record<string, unknown>[] = [];

  beforeAll(() => {
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    app = buildHttp({ logger, trustedProxies: [], tls: undefined });
    placeRow(app, OLD, (request) => {
      request.sender = String(request.headers['from']);
      if (request.headers['x-refused'] !== undefined) throw new AppError('forbidden', 'no');
      return {};
    });
    placeRow(app, { ...OLD, path: PATHS.fleetStatus, deprecated: undefined }, () => ({}));
  });
  afterAll(() => app.close());

  it('says so in each answer, refusals too, and when it ends', async () => {
    for (const headers of [{ from: 'a' }, { from: 'a', 'x-refused': '1' }]) {
      const answer = await app.inject({ url: OLD.path, headers });
      expect(answer.headers).toMatchObject({
        deprecation: '@1798761600',
        sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
        link: `<${LINK}>; rel="deprecation"; type="text/html"`,
      });
    }
    const { headers } = await app.inject({ url: PATHS.fleetStatus });
    expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual([undefined, undefined, undefined]);
  });

  it('has one line in the log for each who asks for it', async () => {
    lines.length = 0;
    for (const from of ['b', 'c', 'b', 'c']) await app.inject({ url: OLD.path, headers: { from } });
    expect(lines.map(({ operation, sender }) => [operation, sender])).toEqual([
      ['getOldStatus', 'b'],
      ['getOldStatus', 'c'],
    ]);
  });

  it('is deprecated in the document, where none of ours is now', () => {
    const { paths } = buildOpenapi([OLD], 'https://setpoint.example');
    expect(paths[OLD.path]?.['get']).toMatchObject({
      deprecated: true,
      description: `Deprecated: it goes on 2027-07-01. See ${LINK}\n\nThe status, as it was.`,
    });
    const ours: readonly Operation[] = OPERATIONS;
    expect(ours.filter(({ deprecated }) => deprecated !== undefined)).toEqual([]);
    expect(JSON.stringify(buildOpenapi(OPERATIONS, 'https://setpoint.example'))).not.toContain('"deprecated"');
  });
});
