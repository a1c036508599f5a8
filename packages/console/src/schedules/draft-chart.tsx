import {
  type AssetScheduleCommand,
  findPair,
  pairName,
  type ScheduleEntry,
  type ScheduleValidation,
  type SiteDetails,
} from '@setpoint/contract';
import { useMemo } from 'react';
import { plannedOf } from '../plan/asset-choice.tsx';
import { PlanTimeline } from '../plan/plan-timeline.tsx';
import { TODAY } from '../plan/presets.tsx';
import { usePlan } from '../plan/use-plan.ts';
import { useTimeAxis } from '../plan/use-time-axis.ts';
import { useNow } from '../shell/use-now.ts';
import type { View } from '../shell/view.ts';
import { issueText } from '../words/issue-text.ts';
import { type Shown, whenText } from '../words/when-text.ts';
import { changesText } from './changes-text.ts';
import { newIssues } from './new-issues.ts';

export interface DraftChartProps {
  readonly site: SiteDetails;
  readonly commands: readonly AssetScheduleCommand[];
  /** The pair being edited: the chart shows the plan of its asset. */
  readonly pair: string;
  readonly check: ScheduleValidation | undefined;
  readonly timeZone: string;
  readonly version: number;
  /** What is shown at first; if left out, today and tomorrow. */
  readonly start: View | undefined;
}

/** The plan that would result, before anything is sent. */
export function DraftChart(props: DraftChartProps) {
  const { commands, pair, check, timeZone, start } = props;
  const now = useNow();
  const axis = useTimeAxis(timeZone, start === undefined ? { ...TODAY, days: 2 } : around(start));
  const { schedules, plan, issues } = useDraftPlan(props);
  const edited = useMemo(() => editedValues(schedules, pair), [schedules, pair]);
  return (
    <PlanTimeline
      title={commands.length === 0 ? 'Current plan' : 'Resulting plan'}
      label="Resulting plan"
      height={150}
      axis={axis}
      asset={plannedOf(pair)}
      schedules={schedules}
      plan={plan}
      edited={edited}
    >
      <div role="status">
        <p>{stateText(commands, check, { timeZone, now })}</p>
        {issues.map(({ code, fromMs, toMs }) => (
          <p key={code} className="mind">
            ⚠ {issueText(code)} (from {whenText(fromMs, { timeZone, now })} to {whenText(toMs, { timeZone, now })})
          </p>
        ))}
      </div>
    </PlanTimeline>
  );
}

const EDGE = 0.25;

/** A period with some of what is before and after it. */
function around({ fromMs, toMs }: View): View {
  const edge = (toMs - fromMs) * EDGE;
  return { fromMs: fromMs - edge, toMs: toMs + edge };
}

/** The entries of a command whose values are heights in the chart. */
function editedValues(schedules: readonly AssetScheduleCommand[], pair: string): readonly ScheduleEntry[] {
  const row = findPair(pair)?.row;
  if (row?.unit !== 'kW' || 'books' in row || 'activates' in row) return [];
  return schedules.find((command) => pairName(command) === pair)?.entries ?? [];
}

function useDraftPlan({ site, commands, check, timeZone, version }: DraftChartProps) {
  const plan = usePlan(site.siteId, { timeZone, version });
  const isDraft = commands.length > 0 && check?.isValid === true;
  const schedules = useMemo(
    () => (isDraft ? check.schedules : merged(site.schedules, commands)),
    [check, commands, site, isDraft],
  );
  const shown = isDraft && check.plan ? check.plan : plan.data;
  const issues = useMemo(
    () => (shown === undefined || plan.data === undefined ? [] : newIssues(plan.data, shown)),
    [shown, plan.data],
  );
  return { schedules, plan: shown, issues };
}

function stateText(
  commands: readonly AssetScheduleCommand[],
  check: ScheduleValidation | undefined,
  shown: Shown,
): string {
  if (commands.length === 0) return 'No changes yet.';
  if (check === undefined) return 'Checking what this would change…';
  if (!check.isValid) return 'This is the current plan, because the service would reject your changes.';
  return changesText(check.changes ?? [], shown);
}

function merged(set: readonly AssetScheduleCommand[], typed: readonly AssetScheduleCommand[]): AssetScheduleCommand[] {
  const names = new Set(typed.map(pairName));
  return [...set.filter((command) => !names.has(pairName(command))), ...typed];
}
