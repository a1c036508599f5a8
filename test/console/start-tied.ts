import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { tieToWorker } from './tie-to-worker.ts';

export interface TiedService extends Service {
  readonly folder: string;
}

/** The real service, with a folder of its own unless it is given one. It does not outlive the worker. */
export async function startTied(env: Readonly<Record<string, string>> = {}, kept?: string): Promise<TiedService> {
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
