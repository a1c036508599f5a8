import { startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { tieToWorker } from './tie-to-worker.ts';

export type TiedService = Awaited<ReturnType<typeof startTied>>;

/** The real service, with a folder of its own unless it is given one. It does not outlive the worker. */
export async function startTied(env: Readonly<Record<string, string>> = {}, kept?: string) {
  const temporary = kept === undefined ? await makeTempDir() : undefined;
  const folder = kept ?? temporary?.path ?? '';
  const service = await startService({ dataDir: folder, env });
  const untie = tieToWorker(service.pid, folder);
  const end = async (how: NodeJS.Signals) => {
    untie();
    return await service.end(how);
  };
  return {
    ...service,
    folder,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
      await temporary?.[Symbol.asyncDispose]();
    },
  };
}
