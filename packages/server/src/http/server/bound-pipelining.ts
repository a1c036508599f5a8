import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '../../door/admission.ts';
import { dealTurns } from '../../store/deal-turns.ts';
import type { RefusalRecord } from '../../platform/refusal-record.ts';
import type { OwedAnswers } from './owed-answers.ts';

const MOST_UNDER_WAY = 64;

// Of one caller, behind the first on each connection. A caller with more requests than these does not wait for answers.
const BEHIND_THE_FIRST = { atOnce: 32, waiting: 4_096, patienceMs: 30_000 } as const;

export interface PipeliningBounds {
  readonly owedAnswers: OwedAnswers;
  readonly watched: Watching | undefined;
}

interface Watching {
  readonly admission: Pick<Admission, 'speaksFor' | 'cutOff'>;
  readonly refusals: Pick<RefusalRecord, 'note'>;
}

/**
 * Bounds how many requests one connection has under way, and how many of those behind the first are under way for whom
 * it speaks. A connection that goes beyond either is cut off: an answer to each would be what it wants. Those behind the first begin
 * once all that came with them was read, so that of a connection that is cut off, or closed, no more begin.
 */
export function boundPipelining(app: FastifyInstance, { owedAnswers, watched }: PipeliningBounds): void {
  const turns = dealTurns(BEHIND_THE_FIRST, () => new Error('too many requests wait to begin'));

  function cutOff(socket: Socket, reason: string): void {
    if (socket.destroyed) return;
    const address = socket.remoteAddress ?? '';
    watched?.refusals.note({ kind: 'too_many', address, details: { reason } });
    watched?.admission.cutOff(socket);
    parseNoMore(socket);
    socket.destroy();
  }
  async function beginBehind(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const caller = watched?.admission.speaksFor(socket);
    const giveBack = await (caller === undefined ? undefined : turns.take(caller));
    if (giveBack !== undefined) response.once('close', giveBack);
    if (!socket.destroyed) app.routing(request, response);
    else giveBack?.();
  }
  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const underWay = owedAnswers.note(request, response);
    // One at a time is as fast as its answers.
    if (underWay === 1) return app.routing(request, response);
    if (underWay > MOST_UNDER_WAY) {
      cutOff(socket, `more than ${MOST_UNDER_WAY} requests under way on one connection`);
      return;
    }
    beginBehind(request, response).catch(() =>
      cutOff(socket, `more than ${BEHIND_THE_FIRST.waiting} requests wait to begin`),
    );
  }
  app.server.removeAllListeners('request').on('request', begin);
  // RFC 9110 §10.1.1: an expectation that nobody knows may be passed over.
  app.server.on('checkExpectation', begin);
}

/**
 * Node makes a request of each that it reads at once, 2,400 of 27 bytes, whatever became of the connection: here it has
 * nobody to make them for. Its parser serves other connections later, so it gets back what it had.
 */
function parseNoMore(socket: Socket): void {
  const { parser } = socket as Parsed;
  if (parser == null) return;
  const callbacks = Object.entries(parser).filter(([name, value]) => /^\d+$/.test(name) && value !== null);
  for (const [name] of callbacks) parser[name] = null;
  socket.prependOnceListener('close', () => Object.assign(parser, Object.fromEntries(callbacks)));
}

/** A connection as Node's HTTP server has it: callbacks of the parser stand under numbers. */
type Parsed = Socket & { readonly parser?: Record<string, unknown> | null };
