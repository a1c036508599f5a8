import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AppError } from '@setpoint/contract';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Refused } from '../../platform/refusal-record.ts';
import { buildHttp } from '../server/build-http.ts';
import { traceIdOf } from './trace-id-of.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const GOOD = `00-${TRACE}-${PARENT}-01`;

describe('the trace of a request', () => {
  it.each([
    [GOOD, TRACE],
    [`cc-${TRACE}-${PARENT}-01-what-the-future-brings`, TRACE],
    [undefined, undefined],
    [`ff-${TRACE}-${PARENT}-01`, undefined],
    [`00-${TRACE}-${PARENT}-01-more`, undefined],
    [`00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    [`00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
    [`00-${TRACE}-${PARENT}`, undefined],
    [`${GOOD}, ${GOOD}`, undefined],
  ])('by %s is %s', (traceparent, traceId) => {
    expect(traceIdOf({ headers: traceparent === undefined ? {} : { traceparent } })).toBe(traceId);
  });

  it.each([
    ['once', [GOOD], TRACE],
    ['twice', [GOOD, GOOD], undefined],
    ['in another form', ['00-nothing'], undefined],
  ])('given %s is in every line of the log, and refuses nothing', async (_how, given, traceId) => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const nothing = () => undefined;
    const admission = { watch: nothing, proved: nothing, speaksFor: nothing, cutOff: nothing };
    const refusals = { note: ({ details }: Refused) => void lines.push({ ...details }) };
    const app = buildHttp({ logger, trustedProxies: [], tls: undefined, watched: { admission, refusals } });
    app.get('/fails', () => {
      throw new Error('a fault');
    });
    app.get('/refuses', () => {
      throw new AppError('forbidden', 'no');
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const statuses: string[] = [];
    for (const path of ['/fails', '/refuses']) {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      const headers = given.map((one) => `traceparent: ${one}\r\n`).join('');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
      statuses.push((await text(socket)).slice(9, 12));
    }
    await app.close();
    expect(statuses).toEqual(['500', '403']);
    const ofRequests = lines.filter(({ requestId }) => requestId !== undefined);
    expect(ofRequests.map((line) => line['traceId'])).toEqual([traceId, traceId]);
  });
});
