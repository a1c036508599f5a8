import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A receiver that takes connections and says nothing. */
export async function startSilent() {
  const counts = { asked: 0, open: 0, mostOpen: 0 };
  const server = createServer((socket) => {
    counts.asked += 1;
    counts.open += 1;
    counts.mostOpen = Math.max(counts.mostOpen, counts.open);
    socket.on('error', () => undefined).on('close', () => (counts.open -= 1));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, counts, server };
}
