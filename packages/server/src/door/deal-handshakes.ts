import type { Server, Socket } from 'node:net';
import { addressGroup } from '../platform/addresses/address-group.ts';

/** Connections to a server that do not encrypt yet. */
export interface HandshakeDealer {
  /** Ends those that wait. */
  end(): void;
}

// A handshake is a signature: about a millisecond of the event loop.
const A_TURN = 4;

type Begin = (this: Server, socket: Socket) => void;

/**
 * Has a server with TLS begin the handshakes of those who come in turn by address, few at a time, and none before the
 * first byte: who says nothing costs a socket alone, and who comes in a crowd waits for the crowd's own turns.
 * To be called before anybody else listens to the server.
 */
export function dealHandshakes(server: Server, withinMs: number): HandshakeDealer {
  const begin = server.listeners('connection') as Begin[];
  const silent = new Set<Socket>();
  const queue = createQueue((socket) => {
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
function createQueue(handOn: (socket: Socket) => void) {
  const byAddress = new Map<string, Set<Socket>>();
  let isDealing = false;

  function next(): Socket | undefined {
    const [first] = byAddress;
    if (first === undefined) return undefined;
    const [address, sockets] = first;
    const [socket] = sockets;
    // Behind all others.
    byAddress.delete(address);
    if (socket !== undefined) sockets.delete(socket);
    if (sockets.size > 0) byAddress.set(address, sockets);
    return socket;
  }
  function deal(): void {
    for (let count = 0; count < A_TURN; count += 1) {
      const socket = next();
      if (socket !== undefined) handOn(socket);
    }
    isDealing = byAddress.size > 0;
    if (isDealing) setImmediate(deal);
  }
  return {
    all: () => [...byAddress.values()].flatMap((sockets) => [...sockets]),
    add(address: string, socket: Socket): void {
      const sockets = byAddress.get(address) ?? new Set();
      byAddress.set(address, sockets.add(socket));
      if (isDealing) return;
      isDealing = true;
      setImmediate(deal);
    },
    remove(address: string, socket: Socket): void {
      const sockets = byAddress.get(address);
      if (sockets?.delete(socket) === true && sockets.size === 0) byAddress.delete(address);
    },
  };
}

function ignore(): void {
  // Whoever goes away before the handshake is told to nobody.
}
