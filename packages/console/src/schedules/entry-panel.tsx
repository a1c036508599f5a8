import {
  type AssetScheduleCommand,
  findPair,
  pairName,
  type ScheduleProblem,
  type SiteDetails,
} from '@setpoint/contract';
import { useMemo } from 'react';
import { useClient, useSession } from '../session/session.tsx';
import { Choice } from '../shell/choice.tsx';
import { countText } from '../words/count-text.ts';
import { doubtsOf } from './doubts-of.ts';
import { EntryGrid } from './grid/entry-grid.tsx';
import { FillForm } from './grid/fill-form.tsx';
import { PairSelect } from './pair-select.tsx';
import { placeProblems } from './grid/place-problems.ts';
import { readRows } from './grid/read-rows.ts';
import { SendPanel } from './send-panel.tsx';
import type { DraftEditing } from './use-draft.ts';

export interface EntryPanelProps {
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

/** The entries of one command, and the way to send all that was typed. */
export function EntryPanel(props: EntryPanelProps) {
  const { site, version, siteZone, editing, commands, problems, isCurrent } = props;
  const client = useClient();
  const { draft, rows, setRows } = editing;
  const { timeZone } = draft;
  const isReadOnly = !useSession().can('schedules:write');
  const unit = unitOf(draft.pair);
  const read = readRows(rows, timeZone);
  const pairs = Object.keys(draft.rowsByPair);
  const placed = placeProblems(read.problems, problems, { pairs, pair: draft.pair, rowIds: read.rowIds });
  const doubts = useDoubts(site, commands);
  const standing = site.schedules.find((command) => pairName(command) === draft.pair)?.entries;
  const unread = Object.values(draft.rowsByPair).flatMap((one) => readRows(one, timeZone).problems).length;
  return (
    <section className="panel" aria-label="Entries">
      <div className="editor-tools">
        <PairSelect pair={draft.pair} marks={marksOf(site, pairs)} onPair={editing.choosePair} />
        <Choice label="Times in" options={zonesOf(siteZone)} chosen={timeZone} onChosen={editing.chooseZone} />
      </div>
      {!isReadOnly && <FillForm key={timeZone} rows={rows} unit={unit} timeZone={timeZone} onRows={setRows} />}
      <Doubts doubts={doubts} />
      <EntryGrid
        key={draft.pair}
        standing={standing ?? []}
        rows={rows}
        unit={unit}
        timeZone={timeZone}
        problems={placed.ofRows}
        isReadOnly={isReadOnly}
        onRows={setRows}
      />
      {placed.others.map((text) => (
        <p key={text} className="line problem" role="alert">
          ⚠ {text}
        </p>
      ))}
      {!isReadOnly && (
        <SendPanel
          siteId={site.siteId}
          label={commands.length === 0 ? 'Send' : `Send ${countText(commands.length, 'command')}`}
          isEmpty={commands.length === 0}
          set={(options) =>
            client.setSchedules(site.siteId, commands, { ifScheduleVersion: draft.baseVersion, ...options })
          }
          obstacle={obstacleOf({ unread, found: problems.length, isBehind: props.isBehind, isCurrent })}
          doubts={() => doubts}
          onSent={({ scheduleVersion }) => editing.discard(scheduleVersion ?? draft.baseVersion + 1)}
          onDiscard={() => editing.discard(version)}
          onConflict={props.onConflict}
        />
      )}
    </section>
  );
}

function useDoubts({ schedules, assets }: SiteDetails, commands: readonly AssetScheduleCommand[]): readonly string[] {
  return useMemo(() => doubtsOf({ commands, standing: schedules, assets }), [commands, schedules, assets]);
}

function Doubts({ doubts }: { readonly doubts: readonly string[] }) {
  return (
    <div role="status">
      {doubts.map((text) => (
        <p key={text} className="mind">
          ⚠ {text}
        </p>
      ))}
    </div>
  );
}

function marksOf({ schedules }: SiteDetails, edited: readonly string[]): ReadonlyMap<string, string> {
  const set = schedules.map((command) => [pairName(command), `${command.entries.length} set`] as const);
  return new Map<string, string>([...set, ...edited.map((name) => [name, 'edited'] as const)]);
}

function zonesOf(siteZone: string) {
  return [...new Set([siteZone, 'UTC'])].map((zone) => ({ id: zone, label: zone }));
}

function unitOf(pair: string): string {
  return findPair(pair)?.row.unit ?? 'kW';
}

interface Obstacles {
  readonly unread: number;
  readonly found: number;
  readonly isBehind: boolean;
  readonly isCurrent: boolean;
}

function obstacleOf({ unread, found, isBehind, isCurrent }: Obstacles): string | undefined {
  if (unread > 0) return `${countText(unread, 'field')} cannot be read`;
  if (isBehind) return 'First decide about the change by somebody else';
  if (isCurrent && found > 0) return `The service would reject this: ${countText(found, 'problem')}`;
  return undefined;
}
