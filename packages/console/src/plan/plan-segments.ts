import type { PlanSegment } from '@setpoint/contract';
import type { Segment } from './segment.ts';

/** The segments of a plan, as the timeline draws them. */
export function planSegments(segments: readonly PlanSegment[]): Segment[] {
  return segments.map(({ from, to, ...held }) => ({ ...held, fromMs: Date.parse(from), toMs: Date.parse(to) }));
}
