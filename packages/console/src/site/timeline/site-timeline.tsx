import type { MeasuredMean, Plan, SiteDetails } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Failure } from '../../shell/notices.tsx';
import { useNow } from '../../shell/use-now.ts';
import { assetLabel } from '../../words/pairs.ts';
import { whenText } from '../../words/time.ts';
import { useMeasurements, usePlan } from '../use-site-data.ts';
import { describeSegment } from './describe-segment.ts';
import { type Lane, lanesOf } from './lanes-of.ts';
import { Legend } from './legend.tsx';
import { measuredSeries } from './measured-series.ts';
import { planSegments } from './plan-segments.ts';
import { Presets, TODAY } from './presets.tsx';
import { Readout } from './readout.tsx';
import { holding, type Segment } from './segment.ts';
import { TimelineChart } from './timeline-chart.tsx';
import { daysView, type View } from './view.ts';

export interface SiteTimelineProps {
  readonly site: SiteDetails;
  readonly timeZone: string;
  readonly version: number;
}

const PLANNED = ['grid', 'bess', 'solar'] as const;
type Planned = (typeof PLANNED)[number];

/** What is set, what follows from it and what was measured, over one axis of time. */
export function SiteTimeline({ site, timeZone, version }: SiteTimelineProps) {
  const now = useNow();
  const [view, setView] = useState<View>(() => daysView(Date.now(), timeZone, TODAY));
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const [asset, setAsset] = useState<Planned>('grid');
  const plan = usePlan(site.siteId, { timeZone, version });
  const lanes = useMemo(() => lanesOf(site.schedules), [site.schedules]);
  const segments = useMemo(() => segmentsOf(plan.data, asset), [plan.data, asset]);
  const measurements = useMeasurements(site.siteId, timeZone);
  const means = measurements.data ?? NO_MEANS;
  const power = useMemo(() => measuredSeries(means, asset, 'activePowerkW'), [means, asset]);
  const soc = useMemo(() => measuredSeries(means, 'bess', 'soc'), [means]);
  const atMs = hoverMs ?? now;
  const segment = holding(segments, atMs);
  const present = PLANNED.filter((one) => one === 'grid' || site.assets[one] !== null);
  return (
    <section className="panel timeline" aria-labelledby="timeline-title">
      <div className="timeline-head">
        <h2 id="timeline-title">Timeline</h2>
        <AssetChoice present={present} asset={asset} onAsset={setAsset} />
        <Presets view={view} timeZone={timeZone} onView={setView} />
      </div>
      {plan.isError && <Failure what="The plan could not be read" cause={plan.error} />}
      <TimelineChart
        label={`Timeline of ${assetLabel(asset)}`}
        unit="kW"
        height={240}
        timeZone={timeZone}
        lanes={lanes}
        segments={segments}
        measured={power}
        view={view}
        onView={setView}
        onHover={setHoverMs}
      />
      {soc[0].length > 0 && (
        <TimelineChart
          label="Measured state of charge"
          unit="%"
          height={70}
          timeZone={timeZone}
          lanes={NO_LANES}
          segments={NO_SEGMENTS}
          measured={soc}
          view={view}
          onView={setView}
          onHover={setHoverMs}
        />
      )}
      <Legend hasReserves={asset === 'grid'} hasMeasured={power[0].length > 0} />
      <Readout
        title={`${hoverMs === null ? 'Now, ' : ''}${whenText(atMs, { timeZone, now })}`}
        lanes={lanes}
        atMs={atMs}
      >
        {segment !== undefined && (
          <span>
            {assetLabel(asset)}: {describeSegment(asset, segment)}
          </span>
        )}
      </Readout>
    </section>
  );
}

const NO_MEANS: readonly MeasuredMean[] = [];
const NO_LANES: readonly Lane[] = [];
const NO_SEGMENTS: readonly Segment[] = [];

function segmentsOf(plan: Plan | undefined, asset: Planned): readonly Segment[] {
  return plan === undefined ? [] : planSegments(plan[asset]);
}

interface AssetChoiceProps {
  readonly present: readonly Planned[];
  readonly asset: Planned;
  readonly onAsset: (asset: Planned) => void;
}

function AssetChoice({ present, asset, onAsset }: AssetChoiceProps) {
  if (present.length < 2) return null;
  return (
    <ToggleButtonGroup
      className="chips"
      aria-label="Plan of"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[asset]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        onAsset(present.find((one) => one === chosen) ?? 'grid');
      }}
    >
      {present.map((one) => (
        <ToggleButton key={one} id={one} className="chip">
          {assetLabel(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
