import { drawCommands } from '../model/draw-commands.ts';
import { RandomSource } from '../model/random-source.ts';
import type { History } from './history.ts';
import { isCutOff } from './run-script.ts';
import type { ServiceClient } from './service-client.ts';

export interface Load {
  readonly client: ServiceClient;
  readonly siteIds: readonly string[];
  readonly history: History;
  readonly seed: number;
  readonly callers: number;
  /** Each caller stops after so many batches, or when the service is gone. */
  readonly batchesEach: number;
}

/** Many callers at once on few sites, each waiting for its own answers only. */
export async function driveLoad(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: load.callers }, (_, index) => driveOne(load, index)));
}

async function driveOne({ client, siteIds, history, seed, batchesEach }: Load, index: number): Promise<void> {
  const source = new RandomSource(seed * 1_009 + index);
  try {
    for (let sent = 0; sent < batchesEach; sent += 1) {
      const siteId = source.pick(siteIds);
      const current = source.chance(0.3) ? await history.read(client, siteId) : [];
      const { kind } = await history.post(client, siteId, drawCommands(source, current));
      if (kind === 'open') return;
    }
  } catch (cause) {
    if (!isCutOff(cause)) throw cause;
  }
}
