import type { Alert } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useTitle } from '../shell/use-title.ts';
import { AlertState } from './alert-state.tsx';
import { CHANNEL_WORDS } from './channel-words.ts';
import { conditionText } from './condition-text.ts';
import { OpenAlerts } from './open-alerts.tsx';
import { useAlertChange } from './use-alerts.ts';
import { useWhichText, type Which, WhichChoice } from './which-choice.tsx';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { AlertText } from './alert-text.tsx';
import { durationDraft, DurationField, minutesOf } from './duration-field.tsx';

/** One alert: its rule and recipient, its state, and what can be done about it. */
export function AlertDetails({ alert }: { readonly alert: Alert }) {
  const { alertName, channel, target } = alert;
  useTitle(alertName, 'Alerts');
  const { can } = useSession();
  const which = useWhichText(alert);
  return (
    <>
      <section className="panel" aria-labelledby="alert-title">
        <h2 id="alert-title" className="foreign">
          <bdi>{alertName}</bdi>
        </h2>
        <p className="foreign">
          {which}: {conditionText(alert)}. Sent by {CHANNEL_WORDS[channel].choice} to {target}.
        </p>
        <div>
          <AlertState alert={alert} />
        </div>
        {can('fleet:admin') && <Actions alert={alert} />}
      </section>
      {alert.firingCount > 0 && (
        <section className="panel" aria-labelledby="alert-open">
          <h2 id="alert-open">Open now</h2>
          <OpenAlerts alerts={[alert]} />
        </section>
      )}
    </>
  );
}

function Actions({ alert }: { readonly alert: Alert }) {
  const { alertId, alertName } = alert;
  const [isChanging, setChanging] = useState(false);
  const [, navigate] = useLocation();
  const test = useAlertChange((alerts) => alerts.test(alertId));
  const remove = useAlertChange(async (alerts) => {
    await alerts.remove(alertId);
    // Once the list is read again, nothing is left here that could lead away.
    navigate('/alerts');
  });
  return (
    <>
      <div className="line">
        <Button className="button" onPress={() => test.mutate()} isDisabled={test.isPending}>
          {test.isPending ? 'Sending…' : 'Send a test'}
        </Button>
        <Button className="button" onPress={() => setChanging(!isChanging)} aria-expanded={isChanging}>
          Change
        </Button>
        <ConfirmButton label="Remove" title="Remove the alert" onConfirm={() => remove.mutate()}>
          <p className="foreign">
            Nobody is notified of <bdi>{alertName}</bdi> any more, and messages that were not taken yet are dropped.
            Incidents that are open at PagerDuty stay open.
          </p>
        </ConfirmButton>
      </div>
      <Outcome of={[test, remove]} done="that was done" />
      {test.data !== undefined && (
        <p role="status" className="state-tag wraps" data-state={test.data.error === '' ? 'accepted' : 'rejected'}>
          {test.data.error === ''
            ? '✓ The test message was taken'
            : `✕ The test message was not taken: ${test.data.error}`}
        </p>
      )}
      {isChanging && <ChangeAlert alert={alert} onDone={() => setChanging(false)} />}
    </>
  );
}

/** Changes an alert; the address stays if none is typed, because it may be a secret that is not shown. */
function ChangeAlert({ alert, onDone }: { readonly alert: Alert; readonly onDone: () => void }) {
  const { alertId, condition, minutes, channel, siteId, poolId } = alert;
  const [alertName, setName] = useState(alert.alertName);
  const [duration, setDuration] = useState(durationDraft(minutes));
  const [which, setWhich] = useState<Which>(
    siteId !== undefined ? { siteId } : poolId !== undefined ? { poolId } : { allSites: true },
  );
  const [target, setTarget] = useState('');
  const change = useAlertChange((alerts) =>
    alerts.change(alertId, {
      alertName,
      minutes: minutesOf(duration),
      ...which,
      ...(target === '' ? {} : { target }),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Change the alert">
      <AlertText label="Name" value={alertName} onChange={setName} example="" longest={200} />
      <DurationField
        label={condition === 'credential_ending' ? 'Before the end' : 'For longer than'}
        draft={duration}
        onChange={setDuration}
      />
      <WhichChoice condition={condition} which={which} onWhich={setWhich} />
      <AlertText
        label={`${CHANNEL_WORDS[channel].target}, if it changes`}
        value={target}
        onChange={(text) => setTarget(text.trim())}
        example={alert.target}
        longest={2_048}
        isRequired={false}
      />
      <p className="muted">
        Recipients are notified which sites are no longer watched. A new address is notified of everything that is
        firing now.
      </p>
      <SaveOrCancel isSaving={change.isPending} onCancel={onDone} />
      <Outcome of={[change]} done="the alert was changed" />
    </form>
  );
}
