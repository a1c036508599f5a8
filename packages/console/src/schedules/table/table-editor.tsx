import {
  type AssetScheduleCommand,
  pairName,
  type ScheduleProblem,
  type ScheduleValidation,
  type SiteDetails,
} from '@setpoint/contract';
import { useRef, useState } from 'react';
import { useClient } from '../../session/session.tsx';
import { Failure } from '../../shell/failure.tsx';
import { dateText } from '../../shell/view.ts';
import { countText } from '../../words/count-text.ts';
import { doubtsOf } from '../doubts-of.ts';
import { csvRequest, lineOf, type TableDraft } from './csv-request.ts';
import { DayForm } from './day-form.tsx';
import { fittingResolution } from './fitting-resolution.ts';
import { SendPanel } from '../send-panel.tsx';
import type { CsvTable } from '@setpoint/client';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedText } from '../use-debounced-text.ts';
import { plannedOf } from '../../plan/asset-choice.tsx';
import { PlanTimeline } from '../../plan/plan-timeline.tsx';
import { useTimeAxis } from '../../plan/use-time-axis.ts';
import { whenText } from '../../words/when-text.ts';
import { useNow } from '../../shell/use-now.ts';
import { changesText } from '../changes-text.ts';
import { Button } from 'react-aria-components';
import { PlainTable } from '../../shell/plain-table.tsx';

interface LineProblemsProps {
  readonly problems: readonly ScheduleProblem[];
  readonly text: string;
  readonly onLine: (line: number) => void;
}

const SHOWN_CHARACTERS = 80;

/** What is wrong with a table, by its lines. */
function LineProblems({ problems, text, onLine }: LineProblemsProps) {
  return (
    <section className="notice notice-bad line-problems" role="alert">
      <h2>{countText(problems.length, 'problem')}: nothing is set</h2>
      <PlainTable className="line-table" columns={['Line', 'Text', 'Problem']}>
        {problems.map(({ place, line, message }) => (
          <tr key={`${place} ${message}`}>
            <td>
              {line === undefined ? (
                'all'
              ) : (
                <Button className="button small" onPress={() => onLine(line)}>
                  {`Line ${line}`}
                </Button>
              )}
            </td>
            <td>
              <code>{line === undefined ? '' : lineOf(text, line).slice(0, SHOWN_CHARACTERS)}</code>
            </td>
            <td>
              {columnOf(place)}
              {message}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}

function columnOf(place: string): string {
  const column = /, column (\w+)$/.exec(place)?.[1];
  return column === undefined ? '' : `${column}: `;
}

export interface TableEditorProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly timeZone: string;
}

/** A table that is checked line by line, and drawn, before it is set. */
export function TableEditor({ site: { siteId, assets }, version, timeZone }: TableEditorProps) {
  const client = useClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<TableDraft>(() => emptyDraft(dateText(Date.now(), timeZone, 1)));
  const table = csvRequest(draft);
  const { answer, error } = useCsvCheck(siteId, table, version);
  const fitting = fittingResolution(draft, timeZone);
  const clear = () => setDraft((was) => ({ ...was, text: '' }));
  return (
    <>
      <section className="panel" aria-label="The day">
        <DayForm draft={draft} timeZone={timeZone} field={field} onDraft={setDraft} />
        {error !== null && <Failure what="It could not be checked" cause={error} />}
        {answer?.outcome === 'invalid' && fitting === undefined && (
          <LineProblems problems={answer.problems} text={draft.text} onLine={(line) => showLine(field.current, line)} />
        )}
        <SendPanel
          siteId={siteId}
          label={labelOf(answer)}
          isEmpty={draft.text.trim() === ''}
          obstacle={fitting === undefined ? obstacleOf(answer) : 'The values do not fit the resolution.'}
          set={(options) => client.spliceCsv(siteId, table, options)}
          doubts={() => doubtsOf({ ...setBy(answer, draft), assets })}
          onSent={clear}
          onDiscard={clear}
        />
      </section>
      {answer?.outcome === 'valid' && (
        <TablePlan key={JSON.stringify(answer.window)} answer={answer} pair={draft.pair} timeZone={timeZone} />
      )}
    </>
  );
}

function emptyDraft(day: string): TableDraft {
  return { text: '', kind: 'day', day, resolution: 15, pair: 'grid/activePowerkW', dropEnded: false };
}

function labelOf(answer: ScheduleValidation | undefined): string {
  return answer?.outcome === 'valid' ? `Set ${countText(answer.window?.entries ?? 0, 'entry', 'entries')}` : 'Set';
}

function obstacleOf(answer: ScheduleValidation | undefined): string | undefined {
  if (answer === undefined) return 'Every line is being checked…';
  return answer.outcome === 'invalid' ? 'Nothing is set until every line is right.' : undefined;
}

/** The commands of the table, with the entries of its window only, among all that would be set. */
function setBy(answer: ScheduleValidation | undefined, { kind, pair }: TableDraft) {
  if (answer?.outcome !== 'valid') return { commands: [], standing: [] };
  const { schedules, changes = [], window } = answer;
  const isSet = (command: AssetScheduleCommand) =>
    kind === 'day' ? pairName(command) === pair : changes.some(({ asset }) => asset === command.asset);
  const [fromMs, toMs] = [Date.parse(window?.from ?? ''), Date.parse(window?.to ?? '')];
  const commands = schedules.filter(isSet).map((command) => ({
    ...command,
    entries: command.entries.filter(({ startAt, endAt }) => Date.parse(startAt) < toMs && Date.parse(endAt) > fromMs),
  }));
  return { commands, standing: schedules };
}

/** Selects a line in a field, and scrolls to it. */
function showLine(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  // The browser keeps one character for each end of a line.
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 3);
}

/** What the service would answer to a table, line by line; asked a moment after the last keystroke. */
function useCsvCheck(siteId: string, table: CsvTable, version: number) {
  const client = useClient();
  const wanted = JSON.stringify(table);
  const settled = useDebouncedText(wanted);
  const asked = JSON.parse(settled) as CsvTable;
  const isEmpty = asked.csv.trim() === '';
  const { data, error } = useQuery({
    queryKey: ['site', siteId, 'check-table', settled, version],
    queryFn: () => client.fleet.validateCsv(siteId, { ...asked, plan: true }),
    enabled: !isEmpty,
  });
  return { answer: settled === wanted && !isEmpty ? data : undefined, error };
}

type ValidTable = Extract<ScheduleValidation, { outcome: 'valid' }>;

interface TablePlanProps {
  readonly answer: ValidTable;
  readonly pair: string;
  readonly timeZone: string;
}

/** The plan of the window that a table would set. */
function TablePlan({ answer, pair, timeZone }: TablePlanProps) {
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
