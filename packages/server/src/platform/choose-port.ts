import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The port to listen at; for 0 a free one, known before anything is built on the address. */
export async function choosePort(host: string, port: number): Promise<number> {
  if (port !== 0) return port;
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}
