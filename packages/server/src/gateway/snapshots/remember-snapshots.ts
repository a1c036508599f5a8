import type { SiteId } from '@setpoint/contract';
import { horizonRevision } from '@setpoint/core';
import { joinReads } from '../../platform/join-reads.ts';
import type { Store } from '../../store/store.ts';
import { type SnapshotWanted, writeSnapshot } from './make-snapshot.ts';
import { type OrdersOfSites, revisionWith } from './revision-with.ts';
import { readSchedule, readScheduleHead, type ScheduleHead, type StoredSchedule } from './read-schedule.ts';

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
  /** The same for those who were told of another one, and when by `performance.now()`: the store is asked once. */
  anew(wanted: SnapshotWanted, toldAt: number): Promise<SnapshotReads | undefined>;
}

export interface SnapshotRemembering {
  readonly store: Store;
  readonly now: () => number;
  readonly orders: OrdersOfSites;
  readonly mostBytes?: number;
}

// Long enough for all whom one change wakes; what is over by then is still in it, and says so itself.
const SHARED_FOR_MS = 2_000;
const MOST_BYTES = 32 * 1_024 * 1_024;

interface Remembered {
  readonly madeAt: number;
  readonly read: ReadSchedule;
  readonly snapshot: SnapshotReads;
}

/** Makes snapshots, and keeps each for a moment. */
export function rememberSnapshots({ store, now, orders, mostBytes = MOST_BYTES }: SnapshotRemembering): Snapshots {
  const memory = createMemory(mostBytes);
  const schedules = readSchedulesTogether(store);
  const headOf = joinReads((siteId: SiteId) => store.read(readScheduleHead, { siteId }));

  function named({ siteId, horizonHours }: SnapshotWanted, head: ScheduleHead) {
    const inside = head.takesOrders ? [] : orders.of(siteId);
    const revision = horizonRevision(revisionWith(head.revision, inside, now()), horizonHours, now());
    return { revision, orders: inside };
  }

  function known(wanted: SnapshotWanted, head: ScheduleHead): SnapshotReads | undefined {
    const one = memory.get(nameOf(wanted));
    if (one === undefined || !isFresh(one, now())) return undefined;
    return one.snapshot.revision === named(wanted, head).revision ? one.snapshot : undefined;
  }

  function make(wanted: SnapshotWanted, schedule: StoredSchedule, beganAt: number): SnapshotReads {
    const made = known(wanted, schedule);
    if (made !== undefined) return made;
    const madeAt = now();
    const { horizonHours } = wanted;
    const { revision, text } = writeSnapshot(
      schedule,
      { horizonHours, orders: named(wanted, schedule).orders },
      madeAt,
    );
    const snapshot = { revision, bytes: Buffer.from(text) };
    const { revision: stored, takesOrders } = schedule;
    memory.put(nameOf(wanted), { madeAt, snapshot, read: { beganAt, head: { revision: stored, takesOrders } } });
    return snapshot;
  }

  return {
    async revisionOf(wanted) {
      const head = await headOf(wanted.siteId);
      return head && named(wanted, head).revision;
    },
    async of(wanted) {
      const head = await headOf(wanted.siteId);
      if (head === undefined) return undefined;
      const made = known(wanted, head);
      if (made !== undefined) return made;
      const { schedule, beganAt } = await schedules.named(wanted.siteId, head.revision);
      return schedule && make(wanted, schedule, beganAt);
    },
    async anew(wanted, toldAt) {
      const read = memory.get(nameOf(wanted))?.read;
      const made = read !== undefined && read.beganAt > toldAt ? known(wanted, read.head) : undefined;
      if (made !== undefined) return made;
      const { schedule, beganAt } = await schedules.since(wanted.siteId, toldAt);
      return schedule && make(wanted, schedule, beganAt);
    },
  };
}

function createMemory(mostBytes: number) {
  // The oldest first.
  const remembered = new Map<string, Remembered>();
  let bytes = 0;

  function forget(name: string): void {
    bytes -= remembered.get(name)?.snapshot.bytes.length ?? 0;
    remembered.delete(name);
  }
  return {
    get: (name: string) => remembered.get(name),
    put(name: string, one: Remembered): void {
      forget(name);
      remembered.set(name, one);
      bytes += one.snapshot.bytes.length;
      for (const [oldest, other] of remembered) {
        if (bytes <= mostBytes && isFresh(other, one.madeAt)) break;
        forget(oldest);
      }
    },
  };
}

interface ReadSchedule {
  /** By `performance.now()`: whatever was told of before is in it. */
  readonly beganAt: number;
  readonly head: ScheduleHead;
}

interface Reading {
  readonly beganAt: number;
  /** Of a schedule that was seen to have this name. */
  readonly revision: string | undefined;
  readonly schedule: Promise<StoredSchedule | undefined>;
}

/** Reads the schedule of a site once for all who may have the same one. */
function readSchedulesTogether(store: Store) {
  const readings = new Map<SiteId, Reading>();

  function begin(siteId: SiteId, revision?: string): Reading {
    const beganAt = performance.now();
    const schedule = store.read(readSchedule, { siteId }).finally(() => {
      if (readings.get(siteId) === reading) readings.delete(siteId);
    });
    const reading = { beganAt, revision, schedule };
    readings.set(siteId, reading);
    return reading;
  }
  async function take({ beganAt, schedule }: Reading) {
    return { beganAt, schedule: await schedule };
  }
  return {
    since(siteId: SiteId, toldAt: number) {
      const reading = readings.get(siteId);
      return take(reading !== undefined && reading.beganAt > toldAt ? reading : begin(siteId));
    },
    named(siteId: SiteId, revision: string) {
      const reading = readings.get(siteId);
      return take(reading?.revision === revision ? reading : begin(siteId, revision));
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
