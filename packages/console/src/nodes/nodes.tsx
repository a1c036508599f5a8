import './nodes.css';
import type { ServiceNode } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText, durationText } from '../words/ago-text.ts';
import { type JudgedFigure, judgeFigure, VERDICT_SIGNS } from './judge-figure.ts';

const STATES = {
  serving: { text: '✓ serving', look: 'accepted' },
  draining: { text: '↓ draining', look: 'pending' },
  lost: { text: '✕ lost', look: 'rejected' },
} as const satisfies Record<ServiceNode['state'], object>;

/** Every process of the service, as it reported last. */
export function Nodes() {
  const client = useClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['nodes'],
    queryFn: () => client.overview.listNodes(),
    refetchInterval: 5_000,
  });
  const sinceMs = useNow() - dataUpdatedAt;
  return (
    <section className="panel" aria-labelledby="nodes-title">
      <h2 id="nodes-title">Nodes</h2>
      {error !== null && <Failure what="The nodes could not be read" cause={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <PlainTable
          className="nodes"
          columns={[
            'Node',
            'State',
            'Last seen',
            { label: 'Controllers', is: 'number' },
            { label: 'Writes waiting', is: 'number' },
            { label: 'Commit time', is: 'number' },
            { label: 'Event-loop delay', is: 'number' },
            'Version',
            'Uptime',
          ]}
        >
          {data.nodes.map((node) => (
            <NodeRow
              key={node.nodeId}
              node={node}
              isAnswering={node.nodeId === data.answeredBy}
              now={Date.parse(data.at) + sinceMs}
            />
          ))}
        </PlainTable>
      )}
      <p className="muted">
        Each node reports every 10 seconds; one that has not reported for a minute is lost. Commit time and event-loop
        delay are 99th percentiles of the last minute or two.
      </p>
    </section>
  );
}

interface NodeRowProps {
  readonly node: ServiceNode;
  readonly isAnswering: boolean;
  /** By the clock of the service. */
  readonly now: number;
}

function NodeRow({ node, isAnswering, now }: NodeRowProps) {
  const { nodeId, nodeName, state, isChosen, seenAt, startedAt } = node;
  const { text, look } = STATES[state];
  return (
    <tr className={state === 'lost' ? 'is-lost' : ''}>
      <td>
        {nodeName ?? nodeId.slice(-8)} {isAnswering && <span className="tag">answers you</span>}{' '}
        {isChosen && <span className="tag">background work</span>}
      </td>
      <td className="state-tag" data-state={look}>
        {text}
      </td>
      <td>{agoText(now - Date.parse(seenAt))}</td>
      <td className="number">{node.controllers}</td>
      <JudgedCell figure="waitingWrites" value={node.waitingWrites} />
      <JudgedCell figure="commitMs" value={node.commitMs} />
      <JudgedCell figure="eventLoopDelayMs" value={node.eventLoopDelayMs} />
      <td>{node.softwareVersion ?? '–'}</td>
      <td>{state === 'lost' ? '–' : durationText(now - Date.parse(startedAt))}</td>
    </tr>
  );
}

/** A figure of a node; what is no longer normal has a sign and a colour. */
function JudgedCell({ figure, value }: { readonly figure: JudgedFigure; readonly value: number | null }) {
  const verdict = judgeFigure(figure, value);
  const text = value === null ? '–' : figure === 'waitingWrites' ? String(value) : `${value} ms`;
  const isNormal = verdict === undefined || verdict === 'good';
  return (
    <td className="number" data-verdict={verdict}>
      {isNormal ? text : `${VERDICT_SIGNS[verdict]} ${text}`}
    </td>
  );
}
