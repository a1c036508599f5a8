import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener } from 'node:http';

/** A bare server on a free port that says where it is and ends when told to. */
export function listen(handler: RequestListener): void {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`Reference is ready: http://127.0.0.1:${port}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
