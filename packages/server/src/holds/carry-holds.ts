import type { HoldId, SiteId } from '@setpoint/contract';
import { everyBeat } from '../platform/loops/every-beat.ts';
import type { Store } from '../store/store.ts';
import { listUnfinishedHolds } from './read-hold.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { listFreeMembers, listHeldPools } from './list-free-members.ts';

const SITES_PER_STEP = 250;
const WALK_EVERY_MS = 5_000;

export interface HoldCarrying {
  readonly store: Store;
  readonly now: () => number;
  /** Called for each site whose schedule changed, once that is durable. */
  readonly onChanged: (siteId: SiteId) => void;
  readonly onFailure: (cause: unknown) => void;
}

export interface HoldCarrier {
  /** Walks at once, and then every few seconds. */
  start(): void;
  /** Begins at once with what there is to do. */
  wake(): void;
  stop(): Promise<void>;
}

/** Walks holds over sites, and off them, in steps, also those that a restart left unfinished. */
export function carryHolds({ store, now, onChanged, onFailure }: HoldCarrying): HoldCarrier {
  const stopping = new AbortController();
  let beat: ReturnType<typeof everyBeat> | undefined;
  let isDue = false;
  let arePoolsDue = false;
  let running: Promise<void> | undefined;

  async function carry(holdId: HoldId): Promise<void> {
    for (let isDone = false; !isDone && !stopping.signal.aborted;) {
      const step = await store.write(carryHoldStep, { holdId, limit: SITES_PER_STEP, now: now() });
      for (const siteId of step.changed) onChanged(siteId);
      ({ isDone } = step);
    }
  }
  async function run(): Promise<void> {
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      for (const holdId of await store.read(listUnfinishedHolds, undefined)) await carry(holdId);
      if (!arePoolsDue) continue;
      arePoolsDue = false;
      await followPoolMembers(store, now, carry);
    }
  }
  function wake(): void {
    isDue = true;
    // What fails is taken up again by the next walk.
    running ??= run()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
        if (isDue && !stopping.signal.aborted) wake();
      });
  }
  function walk(): void {
    arePoolsDue = true;
    wake();
  }
  return {
    wake,
    start() {
      beat = everyBeat(WALK_EVERY_MS, walk);
      walk();
    },
    async stop() {
      stopping.abort();
      beat?.stop();
      await running;
    },
  };
}

/**
 * Puts sites that joined a held pool under its hold: `carry` walks it over those that it does not hold yet. A membership
 * that was known before begins without any news.
 */
async function followPoolMembers(
  store: Store,
  now: () => number,
  carry: (holdId: HoldId) => Promise<void>,
): Promise<void> {
  for (const hold of await store.read(listHeldPools, undefined)) {
    const [joined] = await store.read(listFreeMembers, { ...hold, limit: 1, now: now() });
    if (joined !== undefined) await carry(hold.holdId);
  }
}
