import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Which answers each connection still waits for. */
export interface OwedAnswers {
  note(request: IncomingMessage, response: ServerResponse): void;
  /** Calls back once every request that arrived whole on this connection is answered. */
  whenAnswered(socket: Socket, then: () => void): void;
}

export function createOwedAnswers(): OwedAnswers {
  const owedOn = new WeakMap<Socket, Set<ServerResponse>>();
  return {
    note({ socket }, response) {
      const owed = owedOn.get(socket) ?? new Set();
      owedOn.set(socket, owed.add(response));
      response.once('close', () => owed.delete(response));
    },
    // Answers leave in the order of their requests, so the last one is the one to wait for.
    whenAnswered(socket, then) {
      const last = [...(owedOn.get(socket) ?? [])].findLast((response) => response.req.complete);
      if (last === undefined) then();
      else last.once('close', then);
    },
  };
}
