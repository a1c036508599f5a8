import type { SiteId } from '@setpoint/contract';
import { shareReads } from '../platform/share-reads.ts';
import type { Store } from '../store/store.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { readRevision } from './read-schedule.ts';

/** A snapshot as it is sent: the same bytes to all who are sent it. */
interface SharedSnapshot {
  readonly revision: string;
  readonly bytes: Buffer;
}

/** The snapshots of sites, each made once for all who ask for the same revision. */
export interface Snapshots {
  /** What a controller should have; undefined when the site is gone. */
  revisionOf(siteId: SiteId): Promise<string | undefined>;
  of(siteId: SiteId): Promise<SharedSnapshot | undefined>;
}

export interface SnapshotRemembering {
  readonly store: Store;
  readonly now: () => number;
  readonly mostBytes?: number;
}

// Long enough for all whom one change wakes; what is over by then is still in it, and says so itself.
const SHARED_FOR_MS = 2_000;
const MOST_BYTES = 32 * 1_024 * 1_024;

interface Remembered {
  readonly madeAt: number;
  readonly snapshot: SharedSnapshot;
}

/** Makes snapshots, and keeps each for a moment. */
export function rememberSnapshots({ store, now, mostBytes = MOST_BYTES }: SnapshotRemembering): Snapshots {
  // The oldest first.
  const remembered = new Map<SiteId, Remembered>();
  const making = new Map<string, Promise<SharedSnapshot | undefined>>();
  const revisionOf = shareReads((siteId: SiteId) => store.read(readRevision, { siteId }));
  let bytes = 0;

  function forget(siteId: SiteId): void {
    bytes -= remembered.get(siteId)?.snapshot.bytes.length ?? 0;
    remembered.delete(siteId);
  }

  function remember(siteId: SiteId, snapshot: SharedSnapshot): void {
    const madeAt = now();
    forget(siteId);
    remembered.set(siteId, { madeAt, snapshot });
    bytes += snapshot.bytes.length;
    for (const [oldest, one] of remembered) {
      if (bytes <= mostBytes && isFresh(one, madeAt)) break;
      forget(oldest);
    }
  }

  async function make(siteId: SiteId): Promise<SharedSnapshot | undefined> {
    const made = await makeSnapshot(store, siteId, now());
    if (made === undefined) return undefined;
    const snapshot = { revision: made.revision, bytes: Buffer.from(made.text) };
    remember(siteId, snapshot);
    return snapshot;
  }

  return {
    revisionOf,
    async of(siteId) {
      const revision = await revisionOf(siteId);
      if (revision === undefined) return undefined;
      const known = remembered.get(siteId);
      if (known?.snapshot.revision === revision && isFresh(known, now())) return known.snapshot;
      const key = `${siteId} ${revision}`;
      const begun = making.get(key);
      if (begun !== undefined) return begun;
      const snapshot = make(siteId).finally(() => making.delete(key));
      making.set(key, snapshot);
      return snapshot;
    },
  };
}

// A clock that was set back makes everything old.
function isFresh({ madeAt }: Remembered, at: number): boolean {
  return at >= madeAt && at - madeAt < SHARED_FOR_MS;
}
