import type { AssetScheduleCommand, ScheduleValidation, SiteDetails } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { countText } from '../words/format.ts';
import { assetLabel, pairName } from '../words/pairs.ts';
import { whenText } from '../words/time.ts';
import { describeSegment } from '../site/timeline/describe-segment.ts';
import { lanesOf } from '../site/timeline/lanes-of.ts';
import { Legend } from '../site/timeline/legend.tsx';
import { NOTHING_MEASURED } from '../site/timeline/measured-series.ts';
import { planSegments } from '../site/timeline/plan-segments.ts';
import { Presets, TODAY } from '../site/timeline/presets.tsx';
import { Readout } from '../site/timeline/readout.tsx';
import { holding } from '../site/timeline/segment.ts';
import { TimelineChart } from '../site/timeline/timeline-chart.tsx';
import { daysView, type View } from '../site/timeline/view.ts';
import { usePlan } from '../site/use-site-data.ts';

export interface DraftChartProps {
  readonly site: SiteDetails;
  readonly commands: readonly AssetScheduleCommand[];
  readonly check: ScheduleValidation | undefined;
  readonly timeZone: string;
  readonly version: number;
}

/** The plan that would result, before anything is sent. */
export function DraftChart({ site, commands, check, timeZone, version }: DraftChartProps) {
  const [view, setView] = useState<View>(() => daysView(Date.now(), timeZone, { ...TODAY, days: 2 }));
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const plan = usePlan(site.siteId, { timeZone, version });
  const isDraft = commands.length > 0 && check?.isValid === true;
  const schedules = useMemo(
    () => (isDraft ? check.schedules : merged(site.schedules, commands)),
    [check, commands, site, isDraft],
  );
  const lanes = useMemo(() => lanesOf(schedules), [schedules]);
  const shown = isDraft && check.plan ? check.plan : plan.data;
  const asset = commands.some((one) => one.asset === 'bess') ? 'bess' : 'grid';
  const segments = useMemo(() => (shown === undefined ? [] : planSegments(shown[asset])), [shown, asset]);
  const atMs = hoverMs ?? Date.now();
  const segment = holding(segments, atMs);
  return (
    <section className="panel timeline" aria-labelledby="draft-title">
      <div className="timeline-head">
        <h2 id="draft-title">{commands.length === 0 ? 'As it is set' : 'As it would be'}</h2>
        <Presets view={view} timeZone={timeZone} onView={setView} />
      </div>
      <TimelineChart
        label="The plan that would result"
        unit="kW"
        height={150}
        timeZone={timeZone}
        lanes={lanes}
        segments={segments}
        measured={NOTHING_MEASURED}
        view={view}
        onView={setView}
        onHover={setHoverMs}
      />
      <Legend hasReserves={asset === 'grid'} hasMeasured={false} />
      <Readout title={whenText(atMs, { timeZone, now: Date.now() })} lanes={lanes} atMs={atMs}>
        {segment !== undefined && (
          <span>
            {assetLabel(asset)}: {describeSegment(asset, segment)}
          </span>
        )}
      </Readout>
      <p className="muted" role="status">
        {changesText(commands, check)}
      </p>
    </section>
  );
}

function changesText(commands: readonly AssetScheduleCommand[], check: ScheduleValidation | undefined): string {
  if (commands.length === 0) return 'Nothing was changed yet.';
  if (check === undefined) return 'Asking what this would change…';
  if (!check.isValid) return 'The plan is shown as it is set: what is typed would be refused.';
  const changes = check.changes ?? [];
  return changes.length === 0
    ? 'This would change nothing in the plan.'
    : `This would change the plan in ${countText(changes.length, 'stretch', 'stretches')} of time.`;
}

function merged(set: readonly AssetScheduleCommand[], typed: readonly AssetScheduleCommand[]): AssetScheduleCommand[] {
  const names = new Set(typed.map(pairName));
  return [...set.filter((command) => !names.has(pairName(command))), ...typed];
}
