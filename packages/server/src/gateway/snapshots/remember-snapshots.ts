import type { SiteId } from '@setpoint/contract';
import { horizonRevision } from '@setpoint/core';
import { joinReads } from '../../platform/join-reads.ts';
import type { Store } from '../../store/store.ts';
import { makeSnapshot, type SnapshotWanted } from './make-snapshot.ts';
import { type OrdersOfSites, revisionWith } from './revision-with.ts';
import { readScheduleHead } from './read-schedule.ts';

/** A snapshot as it is sent: the same bytes to all who are sent it. */
interface SnapshotReads {
  readonly revision: string;
  readonly bytes: Buffer;
}

/** The snapshots of sites, each made once for all who ask for the same revision. */
export interface Snapshots {
  /** What a controller should have; undefined when the site is gone. */
  revisionOf(wanted: SnapshotWanted): Promise<string | undefined>;
  of(wanted: SnapshotWanted): Promise<SnapshotReads | undefined>;
}

export interface SnapshotRemembering {
  readonly store: Store;
  readonly now: () => number;
  /** Nobody is asked for anything, if left out. */
  readonly orders?: OrdersOfSites | undefined;
  readonly mostBytes?: number;
}

// Long enough for all whom one change wakes; what is over by then is still in it, and says so itself.
const SHARED_FOR_MS = 2_000;
const MOST_BYTES = 32 * 1_024 * 1_024;

interface Remembered {
  readonly madeAt: number;
  readonly snapshot: SnapshotReads;
}

/** Makes snapshots, and keeps each for a moment. */
export function rememberSnapshots({ store, now, orders, mostBytes = MOST_BYTES }: SnapshotRemembering): Snapshots {
  // The oldest first.
  const remembered = new Map<string, Remembered>();
  const making = new Map<string, Promise<SnapshotReads | undefined>>();
  const headOf = joinReads((siteId: SiteId) => store.read(readScheduleHead, { siteId }));
  let bytes = 0;

  function forget(name: string): void {
    bytes -= remembered.get(name)?.snapshot.bytes.length ?? 0;
    remembered.delete(name);
  }

  function remember(name: string, snapshot: SnapshotReads): void {
    const madeAt = now();
    forget(name);
    remembered.set(name, { madeAt, snapshot });
    bytes += snapshot.bytes.length;
    for (const [oldest, one] of remembered) {
      if (bytes <= mostBytes && isFresh(one, madeAt)) break;
      forget(oldest);
    }
  }

  async function make(wanted: SnapshotWanted): Promise<SnapshotReads | undefined> {
    const made = await makeSnapshot(store, wanted, now());
    if (made === undefined) return undefined;
    const snapshot = { revision: made.revision, bytes: Buffer.from(made.text) };
    remember(nameOf(wanted), snapshot);
    return snapshot;
  }
  async function headFor({ siteId, horizonHours }: SnapshotWanted) {
    const head = await headOf(siteId);
    if (head === undefined) return undefined;
    const inside = head.takesOrders ? [] : (orders?.of(siteId) ?? []);
    const revision = horizonRevision(revisionWith(head.revision, inside, now()), horizonHours, now());
    return { revision, orders: inside };
  }

  return {
    revisionOf: async (wanted) => (await headFor(wanted))?.revision,
    async of(wanted) {
      const head = await headFor(wanted);
      if (head === undefined) return undefined;
      const { revision } = head;
      const known = remembered.get(nameOf(wanted));
      if (known?.snapshot.revision === revision && isFresh(known, now())) return known.snapshot;
      const key = `${wanted.siteId} ${revision}`;
      const begun = making.get(key);
      if (begun !== undefined) return begun;
      const snapshot = make({ ...wanted, orders: head.orders }).finally(() => making.delete(key));
      making.set(key, snapshot);
      return snapshot;
    },
  };
}

function nameOf({ siteId, horizonHours }: SnapshotWanted): string {
  return horizonHours === undefined ? siteId : `${siteId} ${horizonHours}`;
}

// A clock that was set back makes everything old.
function isFresh({ madeAt }: Remembered, at: number): boolean {
  return at >= madeAt && at - madeAt < SHARED_FOR_MS;
}
