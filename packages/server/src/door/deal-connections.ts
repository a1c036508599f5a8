import type { Server, Socket } from 'node:net';
import { addressGroup } from '../platform/addresses/address-group.ts';
import { queueByName } from '../store/queue-by-name.ts';

/** Connections to a server that it did not begin to read yet. */
export interface ConnectionDealer {
  /** Ends those that wait. */
  end(): void;
}

// A handshake is a signature, and a first packet may be 64 requests: each about a millisecond of the event loop.
const A_TURN = 4;

type Begin = (this: Server, socket: Socket) => void;

/**
 * Has a server begin the handshakes, or without TLS the first requests, of those who come in turn by address, few at a
 * time, and none before the first byte: who says nothing costs a socket alone, and who comes in a crowd waits for the
 * crowd's own turns.
 * To be called before anybody else listens to the server.
 */
export function dealConnections(server: Server, withinMs: number): ConnectionDealer {
  const begin = server.listeners('connection') as Begin[];
  const silent = new Set<Socket>();
  const queue = createDealing((socket) => {
    socket.setTimeout(0).removeAllListeners('timeout');
    for (const listener of begin) listener.call(server, socket);
  });
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const address = addressGroup(socket.remoteAddress ?? '');
    const speak = (): void => {
      if (!silent.delete(socket)) return;
      socket.off('readable', speak);
      // Readable without a byte: the other side has ended.
      if (socket.readableLength === 0) socket.destroy();
      else queue.add(address, socket);
    };
    silent.add(socket);
    socket.on('error', ignore).on('readable', speak);
    socket.once('close', () => {
      silent.delete(socket);
      queue.remove(address, socket);
    });
    socket.setTimeout(withinMs, () => socket.destroy());
  });
  return {
    end() {
      for (const socket of [...silent, ...queue.all()]) socket.destroy();
    },
  };
}

/** Hands on sockets in turn by address, a few in each turn of the event loop. */
function createDealing(handOn: (socket: Socket) => void) {
  const queue = queueByName<Socket>();
  let isDealing = false;

  function deal(): void {
    for (let count = 0; count < A_TURN; count += 1) {
      const socket = queue.next();
      if (socket !== undefined) handOn(socket);
    }
    isDealing = !queue.isEmpty();
    if (isDealing) setImmediate(deal);
  }
  return {
    ...queue,
    add(address: string, socket: Socket): void {
      queue.add(address, socket);
      if (isDealing) return;
      isDealing = true;
      setImmediate(deal);
    },
  };
}

function ignore(): void {
  // A connection that ends before that is no failure.
}
