import type { NodeStatus } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { sumFleet } from '../sites/sum-fleet.ts';
import { agoText, durationText } from '../words/ago-text.ts';
import { whenText } from '../words/when-text.ts';
import { bytesText } from '../words/bytes-text.ts';
import { countOf } from '../words/count-text.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { judgeConnections } from './judge-connections.ts';
import { judgeDisk } from './judge-disk.ts';
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
      <MqttFigure status={status} />
      <MachineFigures status={status} now={now} />
      <Figure name="Version" hint={`up for ${durationText(now - Date.parse(startedAt))}`}>
        {softwareVersion ?? '–'}
      </Figure>
    </dl>
  );
}

/** Only operators and auditors are told it, and only where there is such a port. */
function MqttFigure({
  status: { mqttControllers, mqttConnections, mostMqttConnections },
}: {
  readonly status: NodeStatus;
}) {
  if (mqttControllers === null || mqttConnections === null || !mostMqttConnections) return null;
  return (
    <Figure name="Controllers over MQTT" {...judgeConnections(mqttConnections, mostMqttConnections)}>
      {countOf(mqttControllers)}
    </Figure>
  );
}

/** What runs out, as far as the node knows it and says it to whoever asks. */
function MachineFigures({ status, now }: { readonly status: NodeStatus; readonly now: number }) {
  const { diskFreeBytes, diskBytes, lastBackupAt, certificateEndsAt } = status;
  const endsAt = certificateEndsAt === null ? undefined : Date.parse(certificateEndsAt);
  return (
    <>
      {diskFreeBytes !== null && diskBytes !== null && (
        <Figure name="Disk left" {...judgeDisk(diskFreeBytes, diskBytes)}>
          {bytesText(diskFreeBytes)}
        </Figure>
      )}
      {lastBackupAt !== null && <Figure name="Last backup">{agoText(now - Date.parse(lastBackupAt))}</Figure>}
      {endsAt !== undefined && (
        <Figure name="Certificate" {...judgeCertificate(endsAt, now)}>
          {whenText(endsAt, { timeZone: 'UTC', now })} UTC
        </Figure>
      )}
    </>
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
