import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** The port itself if it is free, otherwise 0, which stands for any free port. */
export async function freePort(port: number): Promise<number> {
  const probe = createServer().listen(port, HOST);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') return 0;
    throw cause;
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
