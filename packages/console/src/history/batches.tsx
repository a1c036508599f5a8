import type { HistoryBatch, ScheduleDiff, ScheduleEntry } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { Empty, Failure, Loading } from '../shell/notices.tsx';
import { useNow } from '../shell/use-now.ts';
import { countText } from '../words/power-text.ts';
import { pairLabel, pairName, valueText } from '../words/pair.ts';
import { agoText, whenText } from '../words/when-text.ts';
import { useBatches, useDiff } from '../plan/use-plan.ts';

export interface BatchesProps {
  readonly siteId: string;
  readonly timeZone: string;
}

/** Who set what, the latest first. */
export function Batches({ siteId, timeZone }: BatchesProps) {
  const { data, error } = useBatches(siteId);
  if (data === undefined) return error === null ? <Loading /> : <Failure what="Not read" cause={error} />;
  if (data.length === 0) return <Empty title="Nothing was ever set here, or it was too long ago" />;
  return (
    <div className="commands">
      {data.map((batch) => (
        <BatchRow key={batch.batchId} siteId={siteId} batch={batch} timeZone={timeZone} />
      ))}
    </div>
  );
}

interface BatchRowProps extends BatchesProps {
  readonly batch: HistoryBatch;
}

function BatchRow({ siteId, batch, timeZone }: BatchRowProps) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const { version, acceptedAt, clientName, commands, batchId } = batch;
  const at = Date.parse(acceptedAt);
  return (
    <Disclosure className="command-row" isExpanded={isOpen} onExpandedChange={setOpen}>
      <Heading level={3}>
        <Button slot="trigger" className="command-head">
          <span className="command-sign" aria-hidden="true">
            ▸
          </span>
          <span className="batch-version">v{version}</span>
          <span className="command-name">{clientName ?? 'a client that was removed'}</span>
          <span className="command-now">{commands.map(changeText).join(', ')}</span>
          <span className="muted command-count">
            {whenText(at, { timeZone, now })}, {agoText(now - at)}
          </span>
        </Button>
      </Heading>
      <DisclosurePanel>
        <p className="muted">
          Batch <code>{batchId}</code>
        </p>
        <BatchDiff siteId={siteId} version={version} timeZone={timeZone} isWanted={isOpen} />
      </DisclosurePanel>
    </Disclosure>
  );
}

function changeText(command: HistoryBatch['commands'][number]): string {
  const { entries } = command;
  return `${pairLabel(command)} ${entries === 0 ? 'cleared' : `(${countText(entries, 'entry', 'entries')})`}`;
}

interface BatchDiffProps extends BatchesProps {
  readonly version: number;
  readonly isWanted: boolean;
}

function BatchDiff({ siteId, version, timeZone, isWanted }: BatchDiffProps) {
  const { data, error } = useDiff(siteId, version, isWanted);
  if (data === undefined) return error === null ? <Loading /> : <Failure what="Not read" cause={error} />;
  return <DiffList diff={data} timeZone={timeZone} />;
}

/** What was removed and what was added, pair by pair. */
export function DiffList({ diff, timeZone }: { readonly diff: ScheduleDiff; readonly timeZone: string }) {
  if (diff.changes.length === 0) return <p>It changed nothing: the same was set before.</p>;
  return (
    <ul className="diff">
      {diff.changes.map((change) => (
        <li key={pairName(change)}>
          <b>{pairLabel(change)}</b>
          <DiffEntries change={change} entries={change.removed} sign="−" timeZone={timeZone} />
          <DiffEntries change={change} entries={change.added} sign="+" timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

interface DiffEntriesProps {
  readonly change: ScheduleDiff['changes'][number];
  readonly entries: readonly ScheduleEntry[];
  readonly sign: '+' | '−';
  readonly timeZone: string;
}

const SHOWN = 40;

function DiffEntries({ change, entries, sign, timeZone }: DiffEntriesProps) {
  const now = useNow();
  return (
    <ul className={sign === '+' ? 'diff-added' : 'diff-removed'}>
      {entries.slice(0, SHOWN).map(({ startAt, endAt, value }) => (
        <li key={startAt}>
          <span className="visually-hidden">{sign === '+' ? 'added' : 'removed'}</span>
          <span aria-hidden="true">{sign}</span> {whenText(Date.parse(startAt), { timeZone, now })} to{' '}
          {whenText(Date.parse(endAt), { timeZone, now })}: {valueText(change, value)}
        </li>
      ))}
      {entries.length > SHOWN && <li className="muted">and {entries.length - SHOWN} more</li>}
    </ul>
  );
}
