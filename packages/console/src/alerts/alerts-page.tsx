import type { Alert } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Link } from 'react-aria-components';
import { useSession } from '../session/session.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { sumFleet } from '../sites/sum-fleet.ts';
import { countText } from '../words/count-text.ts';
import { AddAlert } from './add-alert.tsx';
import { AlertDetails } from './alert-details.tsx';
import { AlertState } from './alert-state.tsx';
import { CHANNEL_WORDS } from './channel-words.ts';
import { conditionText } from './condition-text.ts';
import { OpenAlerts } from './open-alerts.tsx';
import { useAlerts, useMaySeeAlerts } from './use-alerts.ts';
import { useWhichText } from './which-choice.tsx';
import { useTitle } from '../shell/use-title.ts';

/** What is firing, and the alert rules. */
export function AlertsPage({ alertId }: { readonly alertId: string | undefined }) {
  const mayRead = useMaySeeAlerts();
  const { data, error } = useAlerts();
  const chosen = data?.find((alert) => alert.alertId === alertId);
  return (
    <div className="stack">
      <h1>Alerts</h1>
      {!mayRead && <p className="notice">Alerts are for operators and auditors. Ask an operator for that role.</p>}
      {error !== null && <Failure what="The alerts could not be read" cause={error} />}
      {alertId !== undefined && (
        <p className="crumbs">
          <Link href="/alerts">← All alerts</Link>
        </p>
      )}
      {data === undefined ? (
        mayRead && error === null && <Loading />
      ) : alertId === undefined ? (
        <All alerts={data} />
      ) : chosen === undefined ? (
        <Empty title="There is no such alert: it was removed" />
      ) : (
        <AlertDetails key={alertId} alert={chosen} />
      )}
    </div>
  );
}

function All({ alerts }: { readonly alerts: readonly Alert[] }) {
  useTitle('Alerts');
  const [isAdding, setAdding] = useState(false);
  const { can } = useSession();
  const isOpen = alerts.some(({ firingCount }) => firingCount > 0);
  return (
    <>
      {alerts.length > 0 && (
        <section className="panel" aria-labelledby="open-title">
          <h2 id="open-title">Open now</h2>
          {isOpen ? <OpenAlerts alerts={alerts} /> : <p className="muted">✓ Nothing is open.</p>}
        </section>
      )}
      <section className="panel" aria-labelledby="rules-title">
        <h2 id="rules-title">Alert rules</h2>
        {alerts.length === 0 && !isAdding && (
          <Empty title="No alert rules yet">
            <p>An alert notifies people by e-mail or chat when a problem lasts, and when it ends.</p>
            <AttentionLink />
          </Empty>
        )}
        {alerts.length > 0 && <AlertTable alerts={alerts} />}
        {can('fleet:admin') && !isAdding && (
          <div className="line">
            <Button className="button primary" onPress={() => setAdding(true)}>
              Add an alert
            </Button>
          </div>
        )}
        {isAdding && <AddAlert onCancel={() => setAdding(false)} />}
      </section>
    </>
  );
}

/** To the troubles that there are, which need no rule to be shown. */
function AttentionLink() {
  const { needAttention } = sumFleet(useSites(), useNow());
  if (needAttention === 0) return null;
  return (
    <Link href="/?show=attention">{countText(needAttention, 'site needs attention', 'sites need attention')}</Link>
  );
}

function AlertTable({ alerts }: { readonly alerts: readonly Alert[] }) {
  return (
    <PlainTable
      columns={['Alert', 'When', { label: 'Sites', is: 'wide-only' }, { label: 'To', is: 'wide-only' }, 'State']}
    >
      {alerts.map((alert) => (
        <AlertRow key={alert.alertId} alert={alert} />
      ))}
    </PlainTable>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const { alertId, alertName, channel, target } = alert;
  const which = useWhichText(alert);
  return (
    <tr>
      <td>
        <Link href={`/alerts/${alertId}`}>
          <bdi>{alertName}</bdi>
        </Link>
      </td>
      <td>{conditionText(alert)}</td>
      <td className="wide-only">{which}</td>
      <td className="wide-only">
        {CHANNEL_WORDS[channel].choice} <span className="muted">{target}</span>
      </td>
      <td>
        <AlertState alert={alert} />
      </td>
    </tr>
  );
}
