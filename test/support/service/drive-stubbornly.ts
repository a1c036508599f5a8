import { drawCommands } from '../../model/draw-commands.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import type { History } from './history.ts';
import type { ServiceClient } from './service-client.ts';

interface StubbornLoad {
  /** One for each node. */
  readonly clients: readonly ServiceClient[];
  readonly siteIds: readonly string[];
  readonly history: History;
  readonly seed: number;
  readonly callers: number;
  readonly isOver: () => boolean;
}

/** Callers who try again, at whichever node, until they have an answer to each of their batches. */
export async function driveStubbornly(load: StubbornLoad): Promise<void> {
  await Promise.all(Array.from({ length: load.callers }, (_, index) => driveOne(load, index)));
}

async function driveOne({ clients, siteIds, history, seed, isOver }: StubbornLoad, index: number): Promise<void> {
  const source = new RandomSource(seed * 1_009 + index);
  const drawClient = () => source.pick(clients);
  while (!isOver()) {
    const siteId = source.pick(siteIds);
    const current = source.chance(0.3) ? await history.readUntilAnswered(drawClient, siteId) : [];
    await history.postUntilAnswered(drawClient, siteId, drawCommands(source, current));
  }
}
