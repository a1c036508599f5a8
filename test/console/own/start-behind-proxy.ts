import { startProxy } from '@setpoint/server/testing/start-proxy';
import { startTied, type TiedService } from '../start-tied.ts';
import { openWorld } from '../start-world.ts';

/** A world whose address is known before its service starts, and the same after a restart. */
export async function startBehindProxy(
  envAt: (publicUrl: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
) {
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
