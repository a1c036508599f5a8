import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { lookUntil } from '@setpoint/server/testing/look-until';

/** A receiver that takes connections and says nothing. */
export async function startSilent() {
  const counts = { asked: 0, open: 0, mostOpen: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.asked += 1;
    counts.open += 1;
    counts.mostOpen = Math.max(counts.mostOpen, counts.open);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      counts.open -= 1;
      sockets.delete(socket);
    });
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    counts,
    server,
    /** Ends all connections each time that it was asked so often. */
    async hangUpAfter(counted: readonly number[]): Promise<void> {
      for (const asked of counted) {
        await lookUntil(
          async () => counts.asked,
          (count) => count >= asked,
        );
        for (const socket of sockets) socket.destroy();
      }
    },
  };
}
