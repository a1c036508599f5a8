import type { SiteDetails } from '@setpoint/contract';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { planDays } from '../plan/use-plan.ts';
import { useSession } from '../session/session.tsx';
import { type Booking, bookingFrom } from './booking.ts';
import { Conflict } from './conflict.tsx';
import { DraftChart } from './draft-chart.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { openingPair } from './opening-pair.ts';
import { useCheck } from './use-check.ts';
import { commandsOf, useDraft } from './use-draft.ts';
import { EditorHead } from './editor-head.tsx';
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
  const booking = useBooking(can('schedules:write'));
  const [pair] = useState(() => openingPair(schedules, Date.now()));
  const editing = useDraft({ siteId, schedules, version, timeZone, pair, booking });
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
    <div className="stack">
      <EditorHead what="Schedule of" site={site} />
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
        start={booking?.view}
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

/** What the address asks for; taken out of it, so that a reload fills in nothing twice. */
function useBooking(mayWrite: boolean): Booking | undefined {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [booking] = useState(() => bookingFrom(new URLSearchParams(search)));
  useEffect(() => {
    if (search !== '') navigate(path, { replace: true });
  }, [search, path, navigate]);
  return useMemo(
    () => (mayWrite || booking === undefined ? booking : { ...booking, addKw: undefined }),
    [booking, mayWrite],
  );
}
