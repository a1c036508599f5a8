import type { SiteId } from '@setpoint/contract';
import { snapshotText } from '@setpoint/core';
import type { Store } from '../store/store.ts';
import { readSchedule } from './read-schedule.ts';

export interface Snapshot {
  readonly revision: string;
  readonly text: string;
}

/** The schedule of a site as its controller gets it now; undefined when the site is gone. */
export async function makeSnapshot(store: Store, siteId: SiteId, now: number): Promise<Snapshot | undefined> {
  const schedule = await store.read(readSchedule, { siteId });
  if (schedule === undefined) return undefined;
  const { revision, commands } = schedule;
  return { revision, text: snapshotText(commands, { revision, issuedAt: now, holdSeconds: null }) };
}
