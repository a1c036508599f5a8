import {
  CATALOGUE,
  type PairName,
  pairName,
  type ScheduleSnapshot,
  type SnapshotCommand,
  type SnapshotEntry,
} from '@setpoint/contract';
import { instantText } from './problem.ts';
import type { Interval, Series } from './series.ts';

export interface SnapshotHead {
  readonly revision: string;
  readonly issuedAt: number;
  readonly holdSeconds: number | null;
}

/** What a controller is to know of a site's schedule: every command that has not ended, whole. */
export function snapshotOf(commands: ReadonlyMap<PairName, Series>, head: SnapshotHead): ScheduleSnapshot {
  const open = CATALOGUE.flatMap(({ asset, type }): SnapshotCommand[] => {
    const series = commands.get(pairName(asset, type)) ?? [];
    const isEnded = series.every((interval) => interval.endMs <= head.issuedAt);
    return isEnded ? [] : [{ asset, type, entries: series.map(snapshotEntry) }];
  });
  const { revision, issuedAt, holdSeconds } = head;
  return { revision, issuedAt: instantText(issuedAt), holdSeconds, commands: open };
}

function snapshotEntry({ startMs, endMs, value }: Interval): SnapshotEntry {
  return { startAt: instantText(startMs), endAt: instantText(endMs), value };
}
