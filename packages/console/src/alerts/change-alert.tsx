import type { Alert } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Outcome } from '../shell/outcome.tsx';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { AlertText } from './alert-text.tsx';
import { CHANNEL_WORDS } from './channel-words.ts';
import { durationDraft, DurationField, minutesOf } from './duration-field.tsx';
import { useAlertChange } from './use-alerts.ts';
import { type Which, WhichChoice } from './which-choice.tsx';

export interface ChangeAlertProps {
  readonly alert: Alert;
  readonly onDone: () => void;
}

/** Changes an alert; the address stays if none is typed, because it may be a secret that is not shown. */
export function ChangeAlert({ alert, onDone }: ChangeAlertProps) {
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
