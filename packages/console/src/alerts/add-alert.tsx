import { ALERT_CHANNELS, ALERT_CONDITIONS, type AlertChannel, type AlertCondition } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import { Outcome } from '../shell/outcome.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { AlertText } from './alert-text.tsx';
import { CHANNEL_WORDS } from './channel-words.ts';
import { CONDITION_WORDS } from './condition-text.ts';
import { type DurationDraft, durationDraft, DurationField, minutesOf } from './duration-field.tsx';
import { useAlertChange } from './use-alerts.ts';
import { type Which, WhichChoice } from './which-choice.tsx';

interface Draft {
  readonly alertName: string;
  readonly condition: AlertCondition;
  readonly duration: DurationDraft;
  readonly which: Which;
  readonly channel: AlertChannel;
  readonly target: string;
}

const TEN_MINUTES = 10;
const TWO_WEEKS = 20_160;
const FIRST: Draft = {
  alertName: '',
  condition: 'offline',
  duration: durationDraft(TEN_MINUTES),
  which: { allSites: true },
  channel: 'email',
  target: '',
};

/** Adds an alert, and leads to it, where a test message is one press away. */
export function AddAlert({ onCancel }: { readonly onCancel: () => void }) {
  const [draft, setDraft] = useState(FIRST);
  const [, navigate] = useLocation();
  const add = useAlertChange((alerts) => {
    const { duration, which, ...rule } = draft;
    return alerts.add({ ...rule, ...which, minutes: minutesOf(duration) });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: ({ alertId, secret }) => secret === '' && navigate(`/alerts/${alertId}`) });
  };
  const { data: added } = add;
  return (
    <form className="inline-form sunken" aria-label="Add an alert" onSubmit={submit}>
      <What draft={draft} onDraft={setDraft} />
      <WhereTo draft={draft} onDraft={setDraft} />
      <div className="line">
        <Button type="submit" className="button primary" isDisabled={add.isPending}>
          Add
        </Button>
        <Button className="button" onPress={onCancel}>
          Cancel
        </Button>
      </div>
      <Outcome of={[add]} done="the alert was added" />
      {added !== undefined && added.secret !== '' && (
        <ShownOnce
          title="The secret of the alert"
          secrets={[{ name: 'Webhook secret', text: added.secret }]}
          onDone={() => navigate(`/alerts/${added.alertId}`)}
        >
          <p className="muted">The receiver uses it to check the signatures of the messages.</p>
        </ShownOnce>
      )}
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

function What({ draft, onDraft }: PartProps) {
  const { alertName, condition, duration, which } = draft;
  const isEnding = condition === 'credential_ending';
  const choose = (chosen: AlertCondition) => {
    // What is right for one kind is far off for the other.
    const isOther = (chosen === 'credential_ending') !== isEnding;
    const other = durationDraft(chosen === 'credential_ending' ? TWO_WEEKS : TEN_MINUTES);
    // What is about pools names no site.
    const isElsewhere = (chosen === 'pool_short') !== (condition === 'pool_short');
    const all = isElsewhere ? ({ allSites: true } as const) : which;
    onDraft({ ...draft, condition: chosen, duration: isOther ? other : duration, which: all });
  };
  return (
    <>
      <AlertText
        label="Name"
        value={alertName}
        onChange={(text) => onDraft({ ...draft, alertName: text })}
        example="Site offline"
        longest={200}
      />
      <div className="field">
        <label htmlFor="alert-condition">Notify when</label>
        <select
          id="alert-condition"
          className="cell-input"
          value={condition}
          onChange={({ target }) => choose(ALERT_CONDITIONS.find((one) => one === target.value) ?? condition)}
        >
          {ALERT_CONDITIONS.map((one) => (
            <option key={one} value={one}>
              {CONDITION_WORDS[one].choice}
            </option>
          ))}
        </select>
      </div>
      <DurationField
        label={isEnding ? 'Before the end' : 'For longer than'}
        draft={duration}
        onChange={(next) => onDraft({ ...draft, duration: next })}
      />
      <WhichChoice
        key={String(condition === 'pool_short')}
        condition={condition}
        which={which}
        onWhich={(next) => onDraft({ ...draft, which: next })}
      />
    </>
  );
}

function WhereTo({ draft, onDraft }: PartProps) {
  const { channel, target } = draft;
  const words = CHANNEL_WORDS[channel];
  return (
    <>
      <div className="field">
        <label htmlFor="alert-channel">Send by</label>
        <select
          id="alert-channel"
          className="cell-input"
          value={channel}
          onChange={({ target: { value } }) =>
            onDraft({ ...draft, channel: ALERT_CHANNELS.find((one) => one === value) ?? channel })
          }
        >
          {ALERT_CHANNELS.map((one) => (
            <option key={one} value={one}>
              {CHANNEL_WORDS[one].choice}
            </option>
          ))}
        </select>
      </div>
      <AlertText
        label={words.target}
        value={target}
        onChange={(text) => onDraft({ ...draft, target: text.trim() })}
        example={words.example}
        longest={2_048}
      />
    </>
  );
}
