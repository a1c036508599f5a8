import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What opens beside a server, to accept connections for it. */
export interface AcceptingTogether {
  /** Accepts no more; resolves when the connections that were accepted are closed. */
  close(): Promise<void>;
}

export interface SharedAddress {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
}

export interface Accepted {
  readonly noDelay?: boolean;
  readonly keepAlive?: boolean;
  readonly keepAliveInitialDelay?: number;
  readonly allowHalfOpen?: boolean;
}

// A listener takes one connection in each turn of the event loop, and a turn under load takes milliseconds: those who
// come would wait for seconds behind a crowd.
const LISTENERS = 32;
const CAN_SHARE = process.platform === 'linux';

/** An address at which more than one listener of this process can be. */
export function sharedAddress(host: string, port: number): SharedAddress {
  return { host, port, reusePort: CAN_SHARE };
}

/** Opens more listeners at the address where a server listens, which must be a shared one. */
export async function acceptTogether(server: Server, accepted: Accepted): Promise<AcceptingTogether> {
  const { address: host, port } = server.address() as AddressInfo;
  const hand = (socket: Socket): boolean => server.emit('connection', socket);
  const others = Array.from({ length: CAN_SHARE ? LISTENERS - 1 : 0 }, () => createServer(accepted, hand));
  const close = async (): Promise<void> => void (await Promise.all(others.map(closeServer)));
  try {
    await Promise.all(others.map((other) => once(other.listen(sharedAddress(host, port)), 'listening')));
  } catch (cause) {
    server.close();
    await close();
    throw cause;
  }
  return { close };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
