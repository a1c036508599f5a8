import './schedules.css';
import type { AssetScheduleCommand, ScheduleValidation, SiteDetails } from '@setpoint/contract';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { planDays } from '../plan/use-plan.ts';
import { useClient, useSession } from '../session/session.tsx';
import { type Booking, bookingFrom } from './booking.ts';
import { DraftChart } from './draft-chart.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { openingPair } from './opening-pair.ts';
import { commandsOf, useDraft } from './use-draft.ts';
import { EditorHead } from './editor-head.tsx';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedText } from './use-debounced-text.ts';
import { Button } from 'react-aria-components';
import { DiffList } from '../history/diff-list.tsx';
import { useBatches } from '../history/use-batches.ts';
import { byText } from '../words/by-text.ts';

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
  const check = useCheck(siteId, commands, version, window);
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

/** What the service would answer to these commands; asked a moment after the last keystroke. */
function useCheck(
  siteId: string,
  commands: readonly AssetScheduleCommand[],
  version: number,
  window: { readonly fromMs: number; readonly toMs: number },
) {
  const client = useClient();
  const text = useDebouncedText(JSON.stringify(commands));
  const plan = { from: new Date(window.fromMs).toISOString(), to: new Date(window.toMs).toISOString() };
  const asked = JSON.parse(text) as AssetScheduleCommand[];
  const query = useQuery({
    queryKey: ['site', siteId, 'check', text, version, plan.from],
    queryFn: (): Promise<ScheduleValidation> => client.fleet.validate(siteId, asked, { plan }),
    enabled: asked.length > 0,
    placeholderData: (before) => before,
  });
  return { ...query, isCurrent: text === JSON.stringify(commands) && !query.isPlaceholderData };
}

interface ConflictProps {
  readonly siteId: string;
  readonly baseVersion: number;
  readonly version: number;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onDrop: () => void;
}

/** Shows what somebody else changed meanwhile, and asks what to do. */
function Conflict({ siteId, baseVersion, version, timeZone, onKeep, onDrop }: ConflictProps) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['site', siteId, 'diff', baseVersion, version],
    queryFn: () => client.history.diffSchedules(siteId, { from: baseVersion, to: version }),
  });
  const since = useBatches(siteId).data?.filter((batch) => batch.version > baseVersion) ?? [];
  const names = [...new Set(since.map(({ actor }) => byText(actor)))];
  return (
    <section className="notice notice-warn" role="alert" aria-labelledby="conflict-title">
      <h2 id="conflict-title">Somebody else changed this site</h2>
      <p>
        You started from version {baseVersion}; the schedule is now at version {version}. Nothing of yours was sent, and
        nothing of theirs was overwritten. {names.length === 0 ? 'Their changes:' : `Changes by ${names.join(', ')}:`}
      </p>
      {data !== undefined && <DiffList diff={data} timeZone={timeZone} />}
      <div className="actions">
        <Button className="button" onPress={onDrop}>
          Discard mine, show theirs
        </Button>
        <Button className="button primary" onPress={onKeep}>
          Keep mine on top of theirs
        </Button>
      </div>
    </section>
  );
}
