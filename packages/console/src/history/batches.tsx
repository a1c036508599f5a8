import type { HistoryBatch } from '@setpoint/contract';
import { useState } from 'react';
import { DisclosedRow } from '../shell/disclosed-row.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { byText } from '../words/by-text.ts';
import { countText } from '../words/count-text.ts';
import { pairLabel } from '../words/pair-label.ts';
import { whenText } from '../words/when-text.ts';
import { DiffList } from './diff-list.tsx';
import { useBatches } from './use-batches.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

export interface BatchesProps {
  readonly siteId: string;
  readonly timeZone: string;
}

/** The batches, the latest first. */
export function Batches({ siteId, timeZone }: BatchesProps) {
  const { data, error } = useBatches(siteId);
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The batches could not be read" cause={error} />;
  if (data.length === 0) return <Empty title="No batches: nothing was set here, or too long ago to be kept" />;
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
  const { version, acceptedAt, actor, commands, batchId } = batch;
  const at = Date.parse(acceptedAt);
  return (
    <DisclosedRow
      isOpen={isOpen}
      onOpen={setOpen}
      head={
        <>
          <span className="batch-version">v{version}</span>
          <bdi className="command-name">{byText(actor)}</bdi>
          <span className="command-now">{commands.map(changeText).join(', ')}</span>
          <span className="muted command-count">
            {whenText(at, { timeZone, now })}, {agoText(now - at)}
          </span>
        </>
      }
    >
      <p className="muted">
        Batch <code>{batchId}</code>
      </p>
      <BatchDiff siteId={siteId} version={version} timeZone={timeZone} isWanted={isOpen} />
    </DisclosedRow>
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
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The batches could not be read" cause={error} />;
  return <DiffList diff={data} timeZone={timeZone} />;
}

function useDiff(siteId: string, version: number, isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'diff', version],
    queryFn: () => client.history.diffSchedules(siteId, { from: version - 1, to: version }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
