import { drawCommands } from '../model/draw-commands.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import type { History } from './history.ts';
import { largeBatch } from './large-batch.ts';
import { isCutOff } from './run-script.ts';
import type { ServiceClient } from '../support/service/service-client.ts';

interface Load {
  readonly client: ServiceClient;
  readonly siteIds: readonly string[];
  readonly history: History;
  readonly seed: number;
  readonly callers: number;
  /** Each caller stops after so many batches, or when the service is gone. */
  readonly batchesEach: number;
  /** How many of the batches are so large that checkpoints come due; 0 when left out. */
  readonly largeShare?: number;
}

/** Many callers at once on few sites, each waiting for its own answers only. */
export async function driveLoad(load: Load): Promise<void> {
  await Promise.all(Array.from({ length: load.callers }, (_, index) => driveOne(load, index)));
}

interface StubbornLoad extends Pick<Load, 'siteIds' | 'history' | 'seed' | 'callers'> {
  /** One for each node. */
  readonly clients: readonly ServiceClient[];
  readonly isOver: () => boolean;
}

/** Callers who try again, at whichever node, until they have an answer to each of their batches. */
export async function driveStubbornly({ clients, siteIds, history, seed, callers, isOver }: StubbornLoad) {
  const callOn = async (index: number): Promise<void> => {
    const source = new RandomSource(seed * 1_009 + index);
    const drawClient = () => source.pick(clients);
    while (!isOver()) {
      const siteId = source.pick(siteIds);
      const current = source.chance(0.3) ? await history.readUntilAnswered(drawClient, siteId) : [];
      await history.postUntilAnswered(drawClient, siteId, drawCommands(source, current));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => callOn(index)));
}

async function driveOne(load: Load, index: number): Promise<void> {
  const { client, siteIds, history, seed, batchesEach, largeShare = 0 } = load;
  const source = new RandomSource(seed * 1_009 + index);
  try {
    for (let sent = 0; sent < batchesEach; sent += 1) {
      const siteId = source.pick(siteIds);
      const current = source.chance(0.3) ? await history.read(client, siteId) : [];
      const isLarge = source.chance(largeShare);
      const commands = isLarge ? largeBatch(sent).slice(0, 1) : drawCommands(source, current);
      const { kind } = await history.post(client, siteId, commands);
      if (kind === 'open') return;
    }
  } catch (cause) {
    if (!isCutOff(cause)) throw cause;
  }
}
