import type { AssetScheduleCommand, Plan } from '@setpoint/contract';
import { type ReactNode, useId, useMemo } from 'react';
import type { Planned } from './asset-choice.tsx';
import { useNow } from '../shell/use-now.ts';
import { assetLabel } from '../words/asset-label.ts';
import { whenText } from '../words/when-text.ts';
import { ChartTitle } from './chart-title.tsx';
import { describeSegment } from './describe-segment.ts';
import { lanesOf } from './lanes-of.ts';
import { Legend } from './legend.tsx';
import { type MeasuredPoints, NOTHING_MEASURED } from './measured-points.ts';
import { planSegments } from './plan-segments.ts';
import { Presets } from './presets.tsx';
import { Readout } from './readout.tsx';
import { holding } from './segment.ts';
import { TimelineChart, type TimelineChartProps } from './timeline-chart.tsx';
import type { TimeAxis } from './use-time-axis.ts';

export interface PlanTimelineProps {
  readonly title: string;
  readonly label: string;
  readonly height: number;
  readonly axis: TimeAxis;
  readonly asset: Planned;
  readonly schedules: readonly AssetScheduleCommand[];
  /** Undefined until it is known. */
  readonly plan: Plan | undefined;
  readonly measured?: MeasuredPoints;
  readonly edited?: TimelineChartProps['edited'];
  readonly tools?: ReactNode;
  /** Whether other days can be chosen; if left out, they can. */
  readonly hasPresets?: boolean;
  /** Charts below it, over the same axis. */
  readonly children?: ReactNode;
}

const POWER_OF: Readonly<Record<Planned, string>> = {
  grid: 'Power at the connection point: import above 0, export below',
  bess: 'Power of the storage: discharge above 0, charge below',
  solar: 'Power of the solar plant',
};

/** The plan of an asset below the commands that lead to it, with words for the instant that is pointed at. */
export function PlanTimeline(props: PlanTimelineProps) {
  const { title, label, height, axis, asset, schedules, plan, tools, edited, children } = props;
  const { hasPresets = true, measured = NOTHING_MEASURED } = props;
  const lanes = useMemo(() => lanesOf(schedules), [schedules]);
  const segments = useMemo(() => (plan === undefined ? [] : planSegments(plan[asset])), [plan, asset]);
  const titleId = useId();
  const now = useNow();
  const pointedMs = axis.hoverMs ?? axis.linkedMs ?? null;
  const atMs = pointedMs ?? now;
  const segment = holding(segments, atMs);
  const when = whenText(atMs, { timeZone: axis.timeZone, now });
  return (
    <section className="panel timeline" aria-labelledby={titleId}>
      <div className="line spread">
        <h2 id={titleId}>{title}</h2>
        {tools}
        {hasPresets && <Presets view={axis.view} timeZone={axis.timeZone} onView={axis.onView} />}
      </div>
      <ChartTitle>{POWER_OF[asset]}</ChartTitle>
      <TimelineChart
        label={label}
        unit="kW"
        height={height}
        axis={axis}
        lanes={lanes}
        segments={segments}
        measured={measured}
        edited={edited}
      />
      {children}
      <Legend segments={segments} view={axis.view} hasMeasured={measured[0].length > 0} />
      <Readout title={pointedMs === null ? `Now, ${when}` : when} lanes={lanes} atMs={atMs}>
        {segment !== undefined && (
          <span>
            {assetLabel(asset)}: {describeSegment(asset, segment)}
          </span>
        )}
      </Readout>
    </section>
  );
}
