import type { AssetScheduleCommand, Plan, PlanSegment } from '@setpoint/contract';
import { type ReactNode, useId, useMemo } from 'react';
import type { Planned } from './asset-choice.tsx';
import { useNow } from '../shell/use-now.ts';
import { assetLabel } from '../words/asset-label.ts';
import { whenText } from '../words/when-text.ts';
import { ChartTitle } from './chart-title.tsx';
import { describeSegment } from './describe-segment.ts';
import { type Lane, lanesOf } from './lanes-of.ts';
import { type MeasuredPoints, NOTHING_MEASURED } from './measured-points.ts';
import { Presets } from './presets.tsx';
import { holding, type Segment } from './segment.ts';
import { TimelineChart, type TimelineChartProps } from './timeline-chart.tsx';
import type { TimeAxis } from './use-time-axis.ts';
import { valueText } from '../words/value-text.ts';
import { explain } from '../words/explain.ts';
import type { View } from '../shell/view.ts';

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

/** The segments of a plan, as the timeline draws them. */
function planSegments(segments: readonly PlanSegment[]): Segment[] {
  return segments.map(({ from, to, ...held }) => ({ ...held, fromMs: Date.parse(from), toMs: Date.parse(to) }));
}

interface ReadoutProps {
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly atMs: number;
  readonly children?: ReactNode;
}

/** What is set and planned at one instant, in words. */
function Readout({ title, lanes, atMs, children }: ReadoutProps) {
  const set = lanes.flatMap((lane) => {
    const block = holding(lane.blocks, atMs);
    return block === undefined ? [] : [{ label: lane.label, text: valueText(lane.command, block.value) }];
  });
  return (
    <div className="sunken readout" role="group" aria-label="At this instant">
      <b className="readout-when">{title}</b>
      {children}
      <span className="muted">
        {set.length === 0 ? 'Nothing is set.' : `Set: ${set.map(({ label, text }) => `${label} ${text}`).join(', ')}.`}
      </span>
    </div>
  );
}

interface LegendProps {
  readonly segments: readonly Segment[];
  readonly view: View;
  readonly hasMeasured: boolean;
}

/** What the marks in the picture mean; only of those that are in it. */
function Legend({ segments, view, hasMeasured }: LegendProps) {
  const shown = segments.filter(({ fromMs, toMs }) => toMs > view.fromMs && fromMs < view.toMs);
  const has = (is: (segment: Segment) => boolean) => shown.some(is);
  return (
    <p className="legend">
      {hasMeasured && <span className="legend-measured">measured</span>}
      {has(({ target }) => target !== null) && <span className="legend-plan">planned</span>}
      {has(({ lo, hi }) => lo !== null || hi !== null) && <span className="legend-band">allowed by the limits</span>}
      {has(({ reserveImport, reserveExport }) => Boolean(reserveImport) || Boolean(reserveExport)) && (
        <span className="legend-reserve" title={explain('reserves')}>
          reserves
        </span>
      )}
      {has(({ issues }) => issues.length > 0) && <span className="legend-issue">⚠ issue</span>}
      {shown.length > 0 && has(({ target }) => target === null) && (
        <i>
          {has(({ target }) => target !== null) ? 'No line' : 'No line for the plan'}: no setpoint, the site decides.
        </i>
      )}
    </p>
  );
}
