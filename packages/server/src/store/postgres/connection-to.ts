import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';
import { createPrimaryFinder } from './create-primary-finder.ts';
import { listAddresses } from './list-addresses.ts';

export interface Connecting {
  readonly connectionString: string;
  /** With several hosts, it connects to the one that takes writes. */
  readonly Client: typeof pg.Client;
  /** With several hosts: looks regularly which one takes writes, and cuts connections to the others. */
  watch(): { stop(): void };
}

const LOOK_EVERY_MS = 2_000;

/** How to connect to a database that is on one host, or on one of several. */
export function connectionTo(url: string): Connecting {
  const addresses = listAddresses(url);
  const [connectionString = url, ...others] = addresses;
  if (others.length === 0) return { connectionString, Client: pg.Client, watch: () => ({ stop: () => undefined }) };
  const connected = new Map<pg.Client, string>();
  const findPrimary = createPrimaryFinder(addresses);

  async function look(): Promise<string> {
    const primary = await findPrimary();
    // A server that hangs, or was replaced behind our back, would keep its connections.
    for (const [client, address] of connected) if (address !== primary) socketOf(client).destroy();
    return primary;
  }
  async function connect(client: pg.Client, connectIt: () => Promise<unknown>): Promise<void> {
    const address = await look();
    const { host, port } = new pg.Client(address);
    // It is these two that connecting goes by.
    Object.assign(client, { host, port });
    await connectIt();
    connected.set(client, address);
    client.once('end', () => connected.delete(client));
  }
  return {
    connectionString,
    Client: clientThat(connect),
    watch() {
      const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}

type Connect = (client: pg.Client, connectIt: () => Promise<unknown>) => Promise<void>;

function clientThat(connect: Connect): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<this>;
    override connect(done: (cause?: Error) => void): void;
    override connect(done?: (cause?: Error) => void): Promise<this> | void {
      const connecting = connect(this, () => super.connect()).then(() => this);
      if (done === undefined) return connecting;
      callbackify(() => connecting)((cause) => done(cause ?? undefined));
    }
  };
}

// The pool of pg itself ends connections by it.
function socketOf(client: pg.Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}
