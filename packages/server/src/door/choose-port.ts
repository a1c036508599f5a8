import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The port to listen at, which nobody has; for 0 a free one, known before anything is built on the address. Asked
 * with a listener that shares its port with nobody: those that follow share theirs with each other.
 */
export async function choosePort(host: string, port: number): Promise<number> {
  if (port === 0) return await anyPort(host);
  await tryPort(host, port);
  return port;
}

// Below the ports that systems give out by themselves: nobody gets it by chance before we listen.
const LOWEST = 20_000;
const BEYOND = 32_768;
const MOST_TRIES = 100;

async function anyPort(host: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(LOWEST, BEYOND);
    try {
      await tryPort(host, port);
      return port;
    } catch (cause) {
      if (tries === MOST_TRIES || !isTaken(cause)) throw cause;
    }
  }
}

async function tryPort(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function isTaken(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}
