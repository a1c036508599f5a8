import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Which answers each connection still waits for. */
export interface OwedAnswers {
  note(request: IncomingMessage, response: ServerResponse): void;
  /** Calls back once every request that arrived whole on this connection is answered. */
  whenAnswered(socket: Socket, then: () => void): void;
}

interface Owed {
  readonly last: ServerResponse;
  readonly before: ServerResponse | undefined;
}

export function createOwedAnswers(): OwedAnswers {
  const owedOn = new WeakMap<Socket, Owed>();
  return {
    note({ socket }, response) {
      owedOn.set(socket, { last: response, before: owedOn.get(socket)?.last });
    },
    // Answers leave in the order of their requests, and only the last request can be there in part.
    whenAnswered(socket, then) {
      const owed = owedOn.get(socket);
      const response = owed?.last.req.complete === false ? owed.before : owed?.last;
      if (response === undefined || response.closed) then();
      else response.once('close', then);
    },
  };
}
