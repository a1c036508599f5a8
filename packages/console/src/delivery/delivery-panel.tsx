import type { ReactNode } from 'react';
import { useBatches } from '../history/use-batches.ts';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText } from '../words/ago-text.ts';
import { byText } from '../words/by-text.ts';
import { troubleText } from '../words/trouble-text.ts';
import { exactWhenText } from '../words/when-text.ts';
import { useDelivery } from './use-delivery.ts';
import type { SiteDelivery } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';

const SITE_STATES: Readonly<Record<SiteDelivery['state'], string>> = {
  in_sync: '✓ The controller has the current schedule',
  partial: '! The controller has the current schedule, and rejects part of it',
  pending: '↻ The controller does not have the current schedule yet',
  unreachable: '✕ The controller cannot be reached, and does not have the current schedule',
};

/** To have a schedule is not to carry it out: what is not measured, or served in part, is said beside it. */
function siteStateText({ state, commands }: Pick<SiteDelivery, 'state' | 'commands'>): string {
  const unknown = commands.filter((command) => command.state === 'unknown').length;
  const limited = commands.filter((command) => command.limited !== null).length;
  const beside = [
    ...(unknown === 0 ? [] : [`${countText(unknown, 'command')} not measured`]),
    ...(limited === 0 ? [] : [`${countText(limited, 'command')} served in part`]),
  ];
  return beside.length === 0 ? SITE_STATES[state] : `${SITE_STATES[state]}; ${beside.join(', ')}`;
}

export interface DeliveryPanelProps {
  readonly siteId: string;
  readonly timeZone: string;
}

/** How far the schedule has come on its way to the controller. */
export function DeliveryPanel({ siteId, timeZone }: DeliveryPanelProps) {
  const { data, error } = useDelivery(siteId);
  const now = useNow();
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The delivery could not be read" cause={error} />;
  const when = (text: string) =>
    `${exactWhenText(Date.parse(text), { timeZone, now })} (${agoText(now - Date.parse(text))})`;
  return (
    <div className="delivery">
      <p className="delivery-state">{siteStateText(data)}</p>
      <dl className="facts">
        <Fact name="Set">
          version {data.version} <code>{data.revision}</code>
          <SetBy siteId={siteId} version={data.version} when={when} />
        </Fact>
        <Fact name="At the controller">
          {data.appliedRevision === null ? (
            'nothing reported yet'
          ) : (
            <>
              {data.appliedVersion === null ? 'a schedule of another store' : `version ${data.appliedVersion}`}{' '}
              <code>{data.appliedRevision}</code>
            </>
          )}
        </Fact>
        <Fact name="Last report">{data.reportedAt === null ? 'none yet' : when(data.reportedAt)}</Fact>
        <Fact name="Controller clock">
          {data.clockOffsetMs === null
            ? 'unknown'
            : `${data.clockOffsetMs} ms behind${data.isClockOff ? ', which is too much' : ''}`}
        </Fact>
        {data.troubles.map((trouble) => (
          <Fact key={`${trouble.code} ${trouble.asset}`} name="Trouble">
            {troubleText(trouble)}, since {when(trouble.since)}
          </Fact>
        ))}
        <Fact name="Rejected reports">{data.protocolErrors}</Fact>
        {data.lastProtocolError !== null && (
          <Fact name="Last rejected report">
            {data.lastProtocolError.reason}, {when(data.lastProtocolError.at)}
          </Fact>
        )}
      </dl>
    </div>
  );
}

interface SetByProps {
  readonly siteId: string;
  readonly version: number;
  readonly when: (text: string) => string;
}

/** When the last batch was accepted, and from whom; a version that a hold made has no batch. */
function SetBy({ siteId, version, when }: SetByProps) {
  const [latest] = useBatches(siteId).data ?? [];
  if (latest?.version !== version) return null;
  return `, ${when(latest.acceptedAt)} by ${byText(latest.actor)}`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
