import { pairName, type SiteDetails } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { Link } from 'react-aria-components';
import { planDays } from '../plan/use-plan.ts';
import { useSession } from '../session/session.tsx';
import { Conflict } from './conflict.tsx';
import { DraftChart } from './draft-chart.tsx';
import type { DrawnEntry } from './drawn-entry.ts';
import { EntryPanel } from './entry-panel.tsx';
import { fillRows } from './grid/fill-rows.ts';
import { useCheck } from './use-check.ts';
import { commandsOf, type DraftEditing, useDraft } from './use-draft.ts';
import './schedules.css';

export interface ScheduleEditorProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly timeZone: string;
}

/** Where a person edits a schedule: checked while typing, and drawn before it is sent. */
export function ScheduleEditor({ site, version, timeZone }: ScheduleEditorProps) {
  const { can } = useSession();
  const { siteId, schedules } = site;
  const [first] = schedules;
  const pair = first === undefined ? 'grid/activePowerkW' : pairName(first);
  const editing = useDraft({ siteId, schedules, version, timeZone, pair });
  const { draft } = editing;
  const commands = useMemo(() => commandsOf(draft), [draft.rowsByPair, draft.timeZone]);
  const [isConflict, setConflict] = useState(false);
  const window = planDays(Date.now(), timeZone);
  const check = useCheck({ siteId, commands, version, window });
  const isBehind = editing.isTouched && draft.baseVersion !== version;
  const decide = (isKept: boolean) => {
    if (isKept) editing.rebase(version);
    else editing.discard(version);
    setConflict(false);
  };
  return (
    <div className="editor">
      <p className="crumbs">
        <Link href={`/sites/${siteId}`}>← {site.siteName}</Link>
      </p>
      <h1>Schedule of {site.siteName}</h1>
      {!can('schedules:write') && (
        <p className="notice">You can see this schedule but not change it: your access is read only.</p>
      )}
      {(isConflict || isBehind) && (
        <Conflict
          siteId={siteId}
          baseVersion={draft.baseVersion}
          version={version}
          timeZone={draft.timeZone}
          onKeep={() => decide(true)}
          onDrop={() => decide(false)}
        />
      )}
      <DraftChart
        site={site}
        commands={commands}
        pair={draft.pair}
        check={check.data}
        timeZone={draft.timeZone}
        version={version}
        onEntry={can('schedules:write') ? (entry) => setDrawn(editing, entry) : undefined}
      />
      <EntryPanel
        site={site}
        version={version}
        siteZone={timeZone}
        editing={editing}
        commands={commands}
        problems={check.data?.isValid === false && commands.length > 0 ? check.data.problems : []}
        isCurrent={check.isCurrent}
        isBehind={isBehind}
        onConflict={() => setConflict(true)}
      />
    </div>
  );
}

function setDrawn({ draft: { timeZone }, rows, setRows }: DraftEditing, { fromMs, toMs, value }: DrawnEntry): void {
  setRows(fillRows(rows, { fromMs, toMs, stepMs: toMs - fromMs, value: String(value), timeZone }));
}
