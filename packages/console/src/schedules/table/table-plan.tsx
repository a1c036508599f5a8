import type { ScheduleValidation } from '@setpoint/contract';
import { plannedOf } from '../../plan/asset-choice.tsx';
import { PlanTimeline } from '../../plan/plan-timeline.tsx';
import { useTimeAxis } from '../../plan/use-time-axis.ts';
import { countText } from '../../words/count-text.ts';
import { whenText } from '../../words/when-text.ts';
import { useNow } from '../../shell/use-now.ts';
import { changesText } from '../changes-text.ts';

type ValidTable = Extract<ScheduleValidation, { outcome: 'valid' }>;

export interface TablePlanProps {
  readonly answer: ValidTable;
  readonly pair: string;
  readonly timeZone: string;
}

/** The plan of the window that a table would set. */
export function TablePlan({ answer, pair, timeZone }: TablePlanProps) {
  const { window, plan, schedules, changes = [] } = answer;
  const [fromMs, toMs] = [Date.parse(window?.from ?? ''), Date.parse(window?.to ?? '')];
  const axis = useTimeAxis(timeZone, { fromMs, toMs });
  // A table may name other commands than the one that is chosen.
  const asset = changes[0]?.asset ?? plannedOf(pair);
  return (
    <PlanTimeline
      title="Resulting plan"
      label="Resulting plan"
      height={150}
      axis={axis}
      asset={asset}
      schedules={schedules}
      plan={plan ?? undefined}
      hasPresets={false}
    >
      <p role="status">{useAnswerText(answer, timeZone)}</p>
    </PlanTimeline>
  );
}

function useAnswerText({ window, dropped = 0, changes = [] }: ValidTable, timeZone: string): string {
  const now = useNow();
  const shown = { timeZone, now };
  const when = (text = '') => whenText(Date.parse(text), shown);
  const gone = dropped === 0 ? '' : ` ${countText(dropped, 'entry', 'entries')} that ended would be dropped.`;
  return `${countText(window?.entries ?? 0, 'entry', 'entries')} from ${when(window?.from)} to ${when(window?.to)}, in place of what is set there; the rest stays. ${changesText(changes, shown)}${gone}`;
}
