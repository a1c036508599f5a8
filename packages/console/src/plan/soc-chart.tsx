import { ChartTitle } from './chart-title.tsx';
import type { MeasuredPoints } from './measured-points.ts';
import { TimelineChart } from './timeline-chart.tsx';
import type { TimeAxis } from './use-time-axis.ts';

/** The state of charge, below the power; nothing if none was measured. */
export function SocChart({ axis, soc }: { readonly axis: TimeAxis; readonly soc: MeasuredPoints }) {
  if (soc[0].length === 0) return null;
  return (
    <>
      <ChartTitle>State of charge of the storage, measured</ChartTitle>
      <TimelineChart label="Measured state of charge" unit="%" height={70} axis={axis} measured={soc} />
    </>
  );
}
