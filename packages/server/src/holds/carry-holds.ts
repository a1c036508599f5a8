import type { HoldId, SiteId } from '@setpoint/contract';
import { everyBeat } from '../platform/every-beat.ts';
import type { Store } from '../store/store.ts';
import { listUnfinishedHolds } from './read-hold.ts';
import { carryHold } from './carry-hold.ts';
import { listFreeMembers, listHeldPools } from './list-free-members.ts';

const SITES_PER_STEP = 250;
const LOOK_EVERY_MS = 5_000;

export interface HoldCarrying {
  readonly store: Store;
  readonly now: () => number;
  /** Told of each site whose schedule is another one now, once that is durable. */
  readonly onChanged: (siteId: SiteId) => void;
  readonly onFailure: (cause: unknown) => void;
}

export interface HoldCarrier {
  /** Looks at once, and then now and then. */
  start(): void;
  /** Begins at once with what there is to do. */
  wake(): void;
  stop(): Promise<void>;
}

/** Walks holds over sites, and off them, in steps; puts those that join a held pool under its hold; goes on with what a restart left unfinished. */
export function carryHolds({ store, now, onChanged, onFailure }: HoldCarrying): HoldCarrier {
  const stopping = new AbortController();
  let beat: ReturnType<typeof everyBeat> | undefined;
  let isDue = false;
  let isLookDue = false;
  let running: Promise<void> | undefined;

  async function carry(holdId: HoldId): Promise<void> {
    for (let isDone = false; !isDone && !stopping.signal.aborted;) {
      const step = await store.write(carryHold, { holdId, limit: SITES_PER_STEP, now: now() });
      for (const siteId of step.changed) onChanged(siteId);
      ({ isDone } = step);
    }
  }
  // Nothing is told when a membership begins that was known before.
  async function lookAtPools(): Promise<void> {
    isLookDue = false;
    for (const hold of await store.read(listHeldPools, undefined)) {
      const [joined] = await store.read(listFreeMembers, { ...hold, limit: 1, now: now() });
      if (joined !== undefined) await carry(hold.holdId);
    }
  }
  async function run(): Promise<void> {
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      for (const holdId of await store.read(listUnfinishedHolds, undefined)) await carry(holdId);
      if (isLookDue) await lookAtPools();
    }
  }
  function wake(): void {
    isDue = true;
    // What fails is taken up again by the next look.
    running ??= run()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
        if (isDue && !stopping.signal.aborted) wake();
      });
  }
  function look(): void {
    isLookDue = true;
    wake();
  }
  return {
    wake,
    start() {
      beat = everyBeat(LOOK_EVERY_MS, look);
      look();
    },
    async stop() {
      stopping.abort();
      beat?.stop();
      await running;
    },
  };
}
