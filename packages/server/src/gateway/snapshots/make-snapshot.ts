import type { SiteId } from '@setpoint/contract';
import { horizonEnd, horizonRevision, ordersInForce, type SiteOrder, snapshotText, withOrders } from '@setpoint/core';
import type { Store } from '../../store/store.ts';
import { revisionWith } from './revision-with.ts';
import { readSchedule, type StoredSchedule } from './read-schedule.ts';

/** What a controller asks for. */
export interface SnapshotWanted {
  readonly siteId: SiteId;
  /** How many hours ahead it wants to see; everything if left out. */
  readonly horizonHours?: number | undefined;
  /** Orders that go into the snapshot, for a controller that knows no other way. */
  readonly orders?: readonly SiteOrder[];
}

export interface Snapshot {
  readonly revision: string;
  readonly text: string;
}

/** The schedule of a site as its controller gets it now; undefined when the site is gone. */
export async function makeSnapshot(store: Store, wanted: SnapshotWanted, now: number): Promise<Snapshot | undefined> {
  const schedule = await store.read(readSchedule, { siteId: wanted.siteId });
  return schedule && writeSnapshot(schedule, wanted, now);
}

/** The same for a schedule that was read already. */
export function writeSnapshot(schedule: StoredSchedule, wanted: Omit<SnapshotWanted, 'siteId'>, now: number): Snapshot {
  const { horizonHours, orders = [] } = wanted;
  const revision = horizonRevision(revisionWith(schedule.revision, orders, now), horizonHours, now);
  const until = horizonHours === undefined ? undefined : horizonEnd(horizonHours, now);
  const { holdSeconds, commands } = schedule;
  const all = withOrders(commands, ordersInForce(orders, now));
  return { revision, text: snapshotText(all, { revision, issuedAt: now, holdSeconds, until }) };
}
