import { startProxy } from '../../support/proxies/start-proxy.ts';
import { startTied, type TiedService } from '../start-tied.ts';
import { type ConsoleWorld, openWorld } from '../start-world.ts';

export interface ProxiedWorld extends ConsoleWorld {
  /** Ends the service as a power cut would, and starts it again. The address stays, for it is the proxy's. */
  restart(): Promise<void>;
}

/** A world whose address is known before its service starts, and the same after a restart. */
export async function startBehindProxy(
  envAt: (publicUrl: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<ProxiedWorld> {
  const proxy = await startProxy();
  const url = `http://127.0.0.1:${proxy.port}`;
  const env = { ...(await envAt(url)), SETPOINT_PUBLIC_URL: url };
  const start = async (folder?: string): Promise<TiedService> => {
    const started = await startTied(env, folder);
    proxy.leadTo(Number(new URL(started.url).port));
    return started;
  };
  const first = await start();
  let service = first;
  const world = await openWorld({ url, folder: first.folder });
  return {
    ...world,
    async restart() {
      proxy.leadTo();
      await service.end('SIGKILL');
      service = await start(first.folder);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await service.end('SIGKILL');
      await first[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}
