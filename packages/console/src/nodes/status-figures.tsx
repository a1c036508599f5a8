import type { NodeStatus } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { sumFleet } from '../sites/sum-fleet.ts';
import { durationText } from '../words/ago-text.ts';
import { judgeFigure, type JudgedFigure, verdictText } from './judge-figure.ts';

/** The state of the store and of the node that answers. */
export function StatusFigures({ status }: { readonly status: NodeStatus }) {
  const now = useNow();
  const totals = sumFleet(useSites(), now);
  const { isWritable, writeMs, waitingWrites, eventLoopDelayMs, store, softwareVersion, startedAt } = status;
  return (
    <dl className="totals">
      <Figure name="Store" hint={store === 'sqlite' ? 'SQLite, one file' : 'PostgreSQL'} isBad={!isWritable}>
        {isWritable ? '✓ accepts writes' : '✕ rejects writes'}
      </Figure>
      <Judged name="Durable write" figure="writeMs" value={writeMs} />
      <Judged name="Writes waiting" figure="waitingWrites" value={waitingWrites} />
      <Judged name="Event-loop delay, 99th percentile" figure="eventLoopDelayMs" value={eventLoopDelayMs} />
      <Figure
        name="Sites not in sync"
        hint="the controller does not have the current schedule"
        isBad={(totals.byReason.get('behind') ?? 0) > 0}
      >
        {totals.byReason.get('behind') ?? 0} of {totals.sites}
      </Figure>
      <Figure name="Version" hint={`up for ${durationText(now - Date.parse(startedAt))}`}>
        {softwareVersion ?? '–'}
      </Figure>
    </dl>
  );
}

interface JudgedProps {
  readonly name: string;
  readonly figure: JudgedFigure;
  readonly value: number | null;
}

/** Only operators and auditors are told these. */
function Judged({ name, figure, value }: JudgedProps) {
  const hint = verdictText(figure, value);
  return (
    <Figure name={name} isBad={judgeFigure(figure, value) === 'bad'} {...(hint === undefined ? {} : { hint })}>
      {value === null ? '–' : figure === 'waitingWrites' ? value : `${value} ms`}
    </Figure>
  );
}

interface FigureProps {
  readonly name: string;
  readonly hint?: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, hint, isBad = false, children }: FigureProps) {
  return (
    <div className="total">
      <dt className="total-label">{name}</dt>
      <dd className={isBad ? 'total-value is-bad' : 'total-value'}>
        <b>{children}</b>
      </dd>
      {hint !== undefined && <dd className="total-hint">{hint}</dd>}
    </div>
  );
}
