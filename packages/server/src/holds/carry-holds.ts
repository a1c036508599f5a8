import type { HoldId, SiteId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { listUnfinishedHolds } from './read-hold.ts';
import { carryHold } from './carry-hold.ts';

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

/** Walks holds over all sites, and off them, in steps; goes on with what a restart left unfinished. */
export function carryHolds({ store, now, onChanged, onFailure }: HoldCarrying): HoldCarrier {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let running: Promise<void> | undefined;

  async function carry(holdId: HoldId): Promise<void> {
    for (let isDone = false; !isDone && !stopping.signal.aborted;) {
      const step = await store.write(carryHold, { holdId, limit: SITES_PER_STEP, now: now() });
      for (const siteId of step.changed) onChanged(siteId);
      ({ isDone } = step);
    }
  }
  async function run(): Promise<void> {
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      for (const holdId of await store.read(listUnfinishedHolds, undefined)) await carry(holdId);
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
  return {
    wake,
    start() {
      timer = setInterval(wake, LOOK_EVERY_MS).unref();
      wake();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
