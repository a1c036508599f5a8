import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Whether other processes may listen at a port, too. */
export type PortSharing = 'alone' | 'with others';

/**
 * The port to listen at, which nobody has; for 0 a free one, known before anything is built on the address. Asked
 * with a listener that shares its port with nobody: those that follow share theirs with each other, and with those of
 * other processes where that is wanted.
 */
export async function choosePort(host: string, port: number, sharing: PortSharing = 'alone'): Promise<number> {
  if (sharing === 'with others' && port !== 0) return port;
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}
