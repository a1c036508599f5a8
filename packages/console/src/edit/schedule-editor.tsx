import type { SiteDetails } from '@setpoint/contract';
import { findCatalogueRow } from '@setpoint/contract';
import { useMemo, useState } from 'react';
import { Link, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { countText } from '../words/format.ts';
import { pairName } from '../words/pairs.ts';
import { planDays } from '../site/use-site-data.ts';
import { Conflict } from './conflict.tsx';
import { readRows } from './draft.ts';
import { DraftChart } from './draft-chart.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { FillForm } from './fill-form.tsx';
import { PairSelect } from './pair-select.tsx';
import { placeProblems } from './place-problems.ts';
import { SendPanel } from './send-panel.tsx';
import { useCheck } from './use-check.ts';
import { commandsOf, useDraft } from './use-draft.ts';
import './edit.css';

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
  const { draft, rows } = editing;
  const [asset = '', type = ''] = draft.pair.split('/');
  const unit = findCatalogueRow(asset, type)?.row.unit ?? 'kW';
  const commands = useMemo(() => commandsOf(draft), [draft.rowsByPair, draft.timeZone]);
  const [isConflict, setConflict] = useState(false);
  const window = planDays(Date.now(), timeZone);
  const check = useCheck({ siteId, commands, version, window });
  const read = readRows(rows, draft.timeZone);
  const found = check.data?.isValid === false && commands.length > 0 ? check.data.problems : [];
  const pairs = Object.keys(draft.rowsByPair);
  const { ofRows, others } = placeProblems(read.problems, found, { pairs, pair: draft.pair, rowIds: read.rowIds });
  const unread = Object.values(draft.rowsByPair).flatMap((one) => readRows(one, draft.timeZone).problems);
  const isBehind = editing.isTouched && draft.baseVersion !== version;
  const marks = new Map(schedules.map((command) => [pairName(command), `${command.entries.length} set`]));
  for (const name of pairs) marks.set(name, 'edited');
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
          onKeep={() => {
            editing.rebase(version);
            setConflict(false);
          }}
          onDrop={() => {
            editing.discard(version);
            setConflict(false);
          }}
        />
      )}
      <DraftChart site={site} commands={commands} check={check.data} timeZone={draft.timeZone} version={version} />
      <section className="panel" aria-label="Entries">
        <div className="editor-tools">
          <PairSelect pair={draft.pair} marks={marks} onPair={editing.choosePair} />
          <ZoneChoice timeZone={draft.timeZone} siteZone={timeZone} onZone={editing.chooseZone} />
        </div>
        {can('schedules:write') && (
          <FillForm key={draft.timeZone} rows={rows} unit={unit} timeZone={draft.timeZone} onRows={editing.setRows} />
        )}
        <EntryGrid
          rows={rows}
          unit={unit}
          timeZone={draft.timeZone}
          problems={ofRows}
          isReadOnly={!can('schedules:write')}
          onRows={editing.setRows}
        />
        {others.map((text) => (
          <p key={text} className="problem" role="alert">
            ⚠ {text}
          </p>
        ))}
        {can('schedules:write') && (
          <SendPanel
            siteId={siteId}
            commands={commands}
            baseVersion={draft.baseVersion}
            obstacle={obstacleOf({ unread: unread.length, found: found.length, isBehind, isCurrent: check.isCurrent })}
            onSent={(to) => editing.discard(to)}
            onDiscard={() => editing.discard(version)}
            onConflict={() => setConflict(true)}
          />
        )}
      </section>
    </div>
  );
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
