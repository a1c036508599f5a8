import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '../../door/admission.ts';
import { createFairStarts, FAIR_STARTS } from '../../limits/fair-starts.ts';
import type { RefusalRecord } from '../../platform/refusal-record.ts';
import type { OwedAnswers } from './owed-answers.ts';

// Node takes whole requests from what it reads at once, 2,400 of 27 bytes, before it looks whether any is answered.
const MOST_UNDER_WAY = 64;

export interface PipeliningBounds {
  readonly owedAnswers: OwedAnswers;
  readonly watched: Watching | undefined;
}

interface Watching {
  readonly admission: Pick<Admission, 'speaksFor'>;
  readonly refusals: Pick<RefusalRecord, 'note'>;
}

/**
 * Bounds how many requests one connection has under way, and how many of those behind the first begin in one turn of
 * the event loop for whom it speaks. Who goes beyond either is cut off: an answer to each would be what it wants.
 */
export function boundPipelining(app: FastifyInstance, { owedAnswers, watched }: PipeliningBounds): void {
  const starts = createFairStarts(FAIR_STARTS);

  function reasonToCut(underWay: number, caller: string | undefined): string | undefined {
    if (underWay > MOST_UNDER_WAY) return `more than ${MOST_UNDER_WAY} requests under way on one connection`;
    if (caller !== undefined && !starts.hasRoom(caller))
      return `more than ${FAIR_STARTS.mostWaiting} requests wait to begin`;
    return undefined;
  }
  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const underWay = owedAnswers.note(request, response);
    // One at a time is as fast as its answers.
    if (underWay === 1) return app.routing(request, response);
    const caller = watched?.admission.speaksFor(socket);
    const reason = reasonToCut(underWay, caller);
    if (reason !== undefined) {
      // Once for a connection: what else came on it finds it gone.
      watched?.refusals.note({ kind: 'too_many', address: socket.remoteAddress ?? '', details: { reason } });
      cutOff(socket);
      return;
    }
    const later = caller === undefined ? undefined : starts.next(caller);
    if (later === undefined) app.routing(request, response);
    else void later.then(() => (socket.destroyed ? undefined : app.routing(request, response)));
  }
  app.server.removeAllListeners('request').on('request', begin);
  // RFC 9110 §10.1.1: an expectation that nobody knows may be passed over.
  app.server.on('checkExpectation', begin);
}

/**
 * Ends a connection. For each request that came on it Node makes an error, whose stack nobody reads: without stacks,
 * hundreds of them take a tenth of the time.
 */
function cutOff(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0));
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit));
  socket.destroy();
}
