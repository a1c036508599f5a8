import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What is done to what a client sends, looked at message by message: passed on, kept back for ever, or cut off. */
type Verdict = 'pass' | 'stall' | 'cut';

export interface StallProxy extends AsyncDisposable {
  /** The address given, by way of this proxy. */
  readonly url: string;
  /** Judges each chunk on its way to the server (`up`) or back. */
  judge: (chunk: Buffer, direction: 'up' | 'down') => Verdict;
}

/** A way to PostgreSQL on which connections stall and break at a chosen point. */
export async function startStallProxy(to: string): Promise<StallProxy> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isStalled = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    const pass = (direction: 'up' | 'down', other: Socket) => (chunk: Buffer) => {
      const verdict = isStalled ? 'stall' : proxy.judge(chunk, direction);
      if (verdict === 'pass') other.write(chunk);
      else if (verdict === 'cut') [client, upstream].forEach((socket) => socket.destroy());
      else isStalled = true;
    };
    client.on('data', pass('up', upstream));
    upstream.on('data', pass('down', client));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  const proxy: StallProxy = {
    url: url.href,
    judge: () => 'pass',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
