import {
  type AssetScheduleCommand,
  findCatalogueRow,
  type ScheduleProblem,
  type SiteDetails,
} from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { Link, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { countText } from '../words/power-text.ts';
import { pairName } from '../words/pair.ts';
import { planDays } from '../plan/use-plan.ts';
import { Conflict } from './conflict.tsx';
import { readRows } from './read-rows.ts';
import { DraftChart } from './draft-chart.tsx';
import type { DrawnEntry } from './drawn-entry.ts';
import { EntryGrid } from './entry-grid.tsx';
import { FillForm } from './fill-form.tsx';
import { fillRows } from './fill-rows.ts';
import { PairSelect } from './pair-select.tsx';
import { placeProblems } from './place-problems.ts';
import { SendPanel } from './send-panel.tsx';
import { useCheck } from './use-check.ts';
import { commandsOf, type DraftEditing, useDraft } from './use-draft.ts';
import './schedules.css';

export interface ScheduleEditorProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly timeZone: string;
}

/** Where a person sets what a program would: typed, checked as it is typed, seen before it is sent. */
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
        <p className="notice">You can look, but not set: your access to this site is for reading.</p>
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

interface EntryPanelProps {
  readonly site: SiteDetails;
  readonly version: number;
  readonly siteZone: string;
  readonly editing: DraftEditing;
  readonly commands: readonly AssetScheduleCommand[];
  readonly problems: readonly ScheduleProblem[];
  readonly isCurrent: boolean;
  readonly isBehind: boolean;
  readonly onConflict: () => void;
}

function EntryPanel({ site, version, siteZone, editing, commands, problems, isCurrent, ...rest }: EntryPanelProps) {
  const { draft, rows, setRows } = editing;
  const { timeZone } = draft;
  const isReadOnly = !useSession().can('schedules:write');
  const unit = unitOf(draft.pair);
  const read = readRows(rows, timeZone);
  const pairs = Object.keys(draft.rowsByPair);
  const placed = placeProblems(read.problems, problems, { pairs, pair: draft.pair, rowIds: read.rowIds });
  const unread = Object.values(draft.rowsByPair).flatMap((one) => readRows(one, timeZone).problems).length;
  const marks = new Map(site.schedules.map((command) => [pairName(command), `${command.entries.length} set`]));
  for (const name of pairs) marks.set(name, 'edited');
  return (
    <section className="panel" aria-label="Entries">
      <div className="editor-tools">
        <PairSelect pair={draft.pair} marks={marks} onPair={editing.choosePair} />
        <ZoneChoice timeZone={timeZone} siteZone={siteZone} onZone={editing.chooseZone} />
      </div>
      {!isReadOnly && <FillForm key={timeZone} rows={rows} unit={unit} timeZone={timeZone} onRows={setRows} />}
      <EntryGrid
        rows={rows}
        unit={unit}
        timeZone={timeZone}
        problems={placed.ofRows}
        isReadOnly={isReadOnly}
        onRows={setRows}
      />
      {placed.others.map((text) => (
        <p key={text} className="problem" role="alert">
          ⚠ {text}
        </p>
      ))}
      {!isReadOnly && (
        <SendPanel
          siteId={site.siteId}
          commands={commands}
          baseVersion={draft.baseVersion}
          obstacle={obstacleOf({ unread, found: problems.length, isBehind: rest.isBehind, isCurrent })}
          onSent={(to) => editing.discard(to)}
          onDiscard={() => editing.discard(version)}
          onConflict={rest.onConflict}
        />
      )}
    </section>
  );
}

function unitOf(pair: string): string {
  const [asset = '', type = ''] = pair.split('/');
  return findCatalogueRow(asset, type)?.row.unit ?? 'kW';
}

interface Obstacles {
  readonly unread: number;
  readonly found: number;
  readonly isBehind: boolean;
  readonly isCurrent: boolean;
}

function obstacleOf({ unread, found, isBehind, isCurrent }: Obstacles): string | undefined {
  if (unread > 0) return `${countText(unread, 'field')} cannot be read yet`;
  if (isBehind) return 'Decide first what becomes of the change by somebody else';
  if (isCurrent && found > 0) return `The service would refuse this: ${countText(found, 'problem')}`;
  return undefined;
}

interface ZoneChoiceProps {
  readonly timeZone: string;
  readonly siteZone: string;
  readonly onZone: (timeZone: string) => void;
}

function ZoneChoice({ timeZone, siteZone, onZone }: ZoneChoiceProps) {
  const zones = [...new Set([siteZone, 'UTC'])];
  return (
    <div className="field">
      <span className="field-label">Times in</span>
      <ToggleButtonGroup
        className="chips"
        aria-label="Times in"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[timeZone]}
        onSelectionChange={(keys) => {
          const [chosen] = keys;
          onZone(String(chosen ?? timeZone));
        }}
      >
        {zones.map((zone) => (
          <ToggleButton key={zone} id={zone} className="chip">
            {zone}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
