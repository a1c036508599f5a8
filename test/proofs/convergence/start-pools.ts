import { NORTH } from '@setpoint/server/testing/members-from';
import {
  acceptSignal,
  createMemberKnowledge,
  createOrderBoard,
  divideDuePools,
} from '@setpoint/server/testing/rooms/pools';
import type { SiteSignals } from '@setpoint/server/testing/rooms/platform';
import type { Store } from '@setpoint/server/testing/rooms/store';
import type { VirtualTime } from './virtual-time.ts';

interface PoolsNode {
  readonly store: Store;
  readonly signals: SiteSignals;
  readonly time: VirtualTime;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
}

export type PoolsLife = ReturnType<typeof startPools>;

const OFFLINE_AFTER_MS = 90_000;
const LOOK_EVERY_MS = 400;
const LOOK_BACK_EVERY_MS = 2_000;
const LOOKED_BACK_MS = 30_000;

/** What one node does about pools, as if it had been chosen to divide for all. */
export function startPools({ store, signals, time, now, onFailure }: PoolsNode) {
  const knowledge = createMemberKnowledge(store, OFFLINE_AFTER_MS, () => []);
  const board = createOrderBoard({ store, signals, now });
  const pools = divideDuePools({ store, knowledge, board, now, isChosen: async () => true });
  let isAlive = true;

  // Once it is dead, nothing that it waits for comes.
  function repeat(everyMs: number, act: () => Promise<void>): void {
    time.after(everyMs, () => {
      if (isAlive) act().then(() => repeat(everyMs, act), onFailure);
    });
  }
  repeat(LOOK_EVERY_MS, () => {
    pools.hear();
    return pools.atAll();
  });
  repeat(LOOK_BACK_EVERY_MS, () => board.refresh({ since: now() - LOOKED_BACK_MS }));

  return {
    board,
    async ask(signal: {
      readonly sequence: number;
      readonly watts: number;
      readonly validUntil: number;
    }): Promise<void> {
      const asking = { store, knowledge, turn: () => Promise.resolve(), now, by: undefined };
      const accepted = await acceptSignal(asking, NORTH, { ...signal, at: now() });
      if (accepted.kind === 'accepted') board.put(NORTH, accepted.division);
    },
    /** What another node said. */
    hear: () => void board.refresh(NORTH).catch(onFailure),
    end(): void {
      isAlive = false;
    },
  };
}
