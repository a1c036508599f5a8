import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is on its way through a proxy; it can be handed on in pieces. */
export type Passing = Readonly<{ bytes: Buffer; pass: (piece?: Buffer) => void }>;
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** For tests: a link that can go bad, in front of a service that may come back elsewhere, or not yet be there. */
export async function startProxy() {
  const sockets = new Set<Socket>();
  let target = 0;
  let isStalled = false;
  // Otherwise each piece but the first would wait for the acknowledgement of the last.
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    if (isStalled) return void near.pause();
    const far = keep(connect({ port: target, host: '127.0.0.1', noDelay: true }));
    const passing = (bytes: Buffer, to: Socket) => ({ bytes, pass: (piece = bytes) => void to.write(piece) });
    near.on('data', (bytes: Buffer) => proxy.onRequest(passing(bytes, far))).once('close', () => far.destroy());
    far.on('data', (bytes: Buffer) => proxy.onAnswer(passing(bytes, near))).once('close', () => near.destroySoon());
  }).listen(0, '127.0.0.1');
  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  }
  await once(server, 'listening');
  const proxy = {
    port: (server.address() as AddressInfo).port,
    server,
    onRequest: ({ pass }: Passing): unknown => pass(),
    onAnswer: ({ pass }: Passing): unknown => pass(),
    through(to: string): string {
      const url = new URL(to);
      target = Number(url.port);
      return Object.assign(url, { port: proxy.port }).href;
    },
    leadTo: (port = 0) => void (target = port),
    stall(): void {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    cut(): void {
      isStalled = false;
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      proxy.cut();
      await server[Symbol.asyncDispose]();
    },
  };
  return proxy;
}
