import { type AssetScheduleCommand, pairName, type ScheduleValidation, type SiteDetails } from '@setpoint/contract';
import { useRef, useState } from 'react';
import { useClient } from '../../session/session.tsx';
import { Failure } from '../../shell/failure.tsx';
import { dateText } from '../../shell/view.ts';
import { countText } from '../../words/count-text.ts';
import { doubtsOf } from '../doubts-of.ts';
import { csvRequest, type TableDraft } from './csv-request.ts';
import { DayForm } from './day-form.tsx';
import { fittingResolution } from './fitting-resolution.ts';
import { LineProblems } from './line-problems.tsx';
import { SendPanel } from '../send-panel.tsx';
import { showLine } from './show-line.ts';
import { TablePlan } from './table-plan.tsx';
import { useCsvCheck } from './use-csv-check.ts';

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
