import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A link that can go bad, in front of a service that may come back elsewhere. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy() {
  const sockets = new Set<Socket>();
  let target: number | undefined;
  let isStalled = false;

  function take(near: Socket): void {
    keep(near);
    if (isStalled) return void near.pause();
    if (target === undefined) return void near.destroy();
    const far = keep(connect(target, '127.0.0.1'));
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  }
  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  }

  const server = createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isStalled = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port?: number) {
      target = port;
    },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut,
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
