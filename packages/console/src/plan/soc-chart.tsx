import type { Lane } from './lanes-of.ts';
import type { Measured } from './measured.ts';
import type { Segment } from './segment.ts';
import { TimelineChart } from './timeline-chart.tsx';
import type { TimeAxis } from './use-time-axis.ts';

const NO_LANES: readonly Lane[] = [];
const NO_SEGMENTS: readonly Segment[] = [];

/** The state of charge, below the power; nothing if none was measured. */
export function SocChart({ axis, soc }: { readonly axis: TimeAxis; readonly soc: Measured }) {
  if (soc[0].length === 0) return null;
  return (
    <TimelineChart
      label="Measured state of charge"
      unit="%"
      height={70}
      axis={axis}
      lanes={NO_LANES}
      segments={NO_SEGMENTS}
      measured={soc}
    />
  );
}
