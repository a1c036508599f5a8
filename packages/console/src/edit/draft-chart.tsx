import type { AssetScheduleCommand, ScheduleValidation, SiteDetails } from '@setpoint/contract';
import { useMemo } from 'react';
import { countText } from '../words/format.ts';
import { pairName } from '../words/pairs.ts';
import { PLANNED } from '../site/timeline/asset-choice.tsx';
import { lanesOf } from '../site/timeline/lanes-of.ts';
import { NOTHING_MEASURED } from '../site/timeline/measured-series.ts';
import { PlanTimeline } from '../site/timeline/plan-timeline.tsx';
import { planSegments } from '../site/timeline/plan-segments.ts';
import { TODAY } from '../site/timeline/presets.tsx';
import { useTimeAxis } from '../site/timeline/use-time-axis.ts';
import { usePlan } from '../site/use-site-data.ts';

export interface DraftChartProps {
  readonly site: SiteDetails;
  readonly commands: readonly AssetScheduleCommand[];
  /** What is being edited: its asset's plan is shown. */
  readonly pair: string;
  readonly check: ScheduleValidation | undefined;
  readonly timeZone: string;
  readonly version: number;
}

/** The plan that would result, before anything is sent. */
export function DraftChart({ site, commands, pair, check, timeZone, version }: DraftChartProps) {
  const axis = useTimeAxis(timeZone, { ...TODAY, days: 2 });
  const plan = usePlan(site.siteId, { timeZone, version });
  const isDraft = commands.length > 0 && check?.isValid === true;
  const schedules = useMemo(
    () => (isDraft ? check.schedules : merged(site.schedules, commands)),
    [check, commands, site, isDraft],
  );
  const lanes = useMemo(() => lanesOf(schedules), [schedules]);
  const shown = isDraft && check.plan ? check.plan : plan.data;
  const asset = PLANNED.find((one) => pair.startsWith(one)) ?? 'grid';
  const segments = useMemo(() => (shown === undefined ? [] : planSegments(shown[asset])), [shown, asset]);
  return (
    <PlanTimeline
      title={commands.length === 0 ? 'As it is set' : 'As it would be'}
      label="The plan that would result"
      height={150}
      axis={axis}
      asset={asset}
      lanes={lanes}
      segments={segments}
      measured={NOTHING_MEASURED}
    >
      <p role="status">{changesText(commands, check)}</p>
    </PlanTimeline>
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
