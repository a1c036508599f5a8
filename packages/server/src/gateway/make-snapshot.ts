import type { SiteId } from '@setpoint/contract';
import { horizonEnd, horizonRevision, snapshotText } from '@setpoint/core';
import type { Store } from '../store/store.ts';
import { readSchedule } from './read-schedule.ts';

/** What a controller asks for. */
export interface SnapshotWanted {
  readonly siteId: SiteId;
  /** How many hours ahead it wants to see; everything if left out. */
  readonly horizonHours?: number | undefined;
}

export interface Snapshot {
  readonly revision: string;
  readonly text: string;
}

/** The schedule of a site as its controller gets it now; undefined when the site is gone. */
export async function makeSnapshot(store: Store, wanted: SnapshotWanted, now: number): Promise<Snapshot | undefined> {
  const { siteId, horizonHours } = wanted;
  const schedule = await store.read(readSchedule, { siteId });
  if (schedule === undefined) return undefined;
  const revision = horizonRevision(schedule.revision, horizonHours, now);
  const until = horizonHours === undefined ? undefined : horizonEnd(horizonHours, now);
  const { holdSeconds, commands } = schedule;
  return { revision, text: snapshotText(commands, { revision, issuedAt: now, holdSeconds, until }) };
}
