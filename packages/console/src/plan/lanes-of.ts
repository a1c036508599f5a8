import type { AssetScheduleCommand } from '@setpoint/contract';
import { pairLabel } from '../words/pair-label.ts';

export interface Block {
  readonly fromMs: number;
  readonly toMs: number;
  readonly value: number;
}

/** One set command over time. */
export interface Lane {
  readonly label: string;
  readonly command: Pick<AssetScheduleCommand, 'asset' | 'type'>;
  readonly blocks: readonly Block[];
  /** The largest value: what a full bar means. */
  readonly largest: number;
}

/** A lane for each command that is set. */
export function lanesOf(schedules: readonly AssetScheduleCommand[]): Lane[] {
  return schedules
    .filter(({ entries }) => entries.length > 0)
    .map(({ asset, type, entries }) => ({
      label: pairLabel({ asset, type }),
      command: { asset, type },
      blocks: entries.map(({ startAt, endAt, value }) => ({
        fromMs: Date.parse(startAt),
        toMs: Date.parse(endAt),
        value,
      })),
      largest: Math.max(...entries.map(({ value }) => Math.abs(value)), Number.MIN_VALUE),
    }));
}
