import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * The port to listen at, which nobody has; for 0 a free one, known before anything is built on the address. Asked
 * with a listener that shares its port with nobody: those that follow share theirs with each other.
 */
export async function choosePort(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}
