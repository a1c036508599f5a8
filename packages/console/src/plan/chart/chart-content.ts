import type { ScheduleEntry } from '@setpoint/contract';
import { LANE_HEIGHT, LANES_TO_PLOT } from './draw-lanes.ts';
import type { Lane } from '../lanes-of.ts';
import type { MeasuredPoints } from '../measured-points.ts';
import type { Segment } from '../segment.ts';
import type { TimeAxis } from '../use-time-axis.ts';

export interface ChartContent {
  readonly unit: 'kW' | '%';
  readonly height: number;
  readonly axis: TimeAxis;
  readonly lanes: readonly Lane[];
  readonly segments: readonly Segment[];
  readonly measured: MeasuredPoints;
  /** Entries that are being edited: all of their values are in the picture. */
  readonly edited?: readonly ScheduleEntry[] | undefined;
}

/** The space above the lanes, where the line of the present is labelled. */
export const HEAD = 16;
const AXIS_HEIGHT = 34;

/** Whether the chart stands below another one, which shows the times and labels the present. */
export function isBelow({ unit }: ChartContent): boolean {
  return unit === '%';
}

export function heightOf(content: ChartContent): number {
  const { height, lanes } = content;
  if (isBelow(content)) return height;
  return HEAD + height + lanes.length * LANE_HEIGHT + LANES_TO_PLOT + AXIS_HEIGHT;
}
