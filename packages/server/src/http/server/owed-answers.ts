import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Which answers each connection still waits for. */
export interface OwedAnswers {
  /** How many it waits for now, this one included. */
  note(request: IncomingMessage, response: ServerResponse): number;
  /** The answer to the request that came last, given or not; undefined when none ever came. */
  last(socket: Socket): ServerResponse | undefined;
  /** Calls back once every request that arrived whole on this connection is answered. */
  whenAnswered(socket: Socket, then: () => void): void;
}

export function createOwedAnswers(): OwedAnswers {
  const owedOn = new WeakMap<Socket, ServerResponse[]>();
  return {
    note({ socket }, response) {
      const owed = owedOn.get(socket);
      if (owed === undefined) {
        owedOn.set(socket, [response]);
        return 1;
      }
      // Answers leave in the order of their requests.
      while (owed[0]?.closed === true) owed.shift();
      return owed.push(response);
    },
    last: (socket) => owedOn.get(socket)?.at(-1),
    // Only the last request can be there in part.
    whenAnswered(socket, then) {
      const owed = owedOn.get(socket) ?? [];
      const response = owed.at(owed.at(-1)?.req.complete === false ? -2 : -1);
      if (response === undefined || response.closed) then();
      else response.once('close', then);
    },
  };
}
