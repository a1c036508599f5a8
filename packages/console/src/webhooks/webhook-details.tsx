import { EVENT_TYPES, type Webhook } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useLocation } from 'wouter';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { Loading } from '../shell/loading.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { useNow } from '../shell/use-now.ts';
import { agoText, durationText } from '../words/ago-text.ts';
import { countText } from '../words/count-text.ts';
import { AttemptLog } from './attempt-log.tsx';
import { attemptText } from './attempt-text.ts';
import { useWebhookChange, useWebhooks } from './use-webhooks.ts';
import { webhookStateText } from './webhook-state-text.ts';
import { useTitle } from '../shell/use-title.ts';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { typesOf, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

/** One address: its state, its attempts, and what can be done about it. */
export function WebhookDetails({ webhookId }: { readonly webhookId: string }) {
  const [isChanging, setChanging] = useState(false);
  const { data, error } = useWebhooks(['one', webhookId], (webhooks) => webhooks.read(webhookId));
  useTitle(data?.url, 'Webhooks', 'Registry');
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The webhook could not be read" cause={error} />;
  }
  return (
    <section className="panel" aria-labelledby="webhook-title">
      <h2 id="webhook-title" className="foreign">
        {data.url}
      </h2>
      <WebhookState webhook={data} />
      <Actions webhook={data} onChange={() => setChanging(true)} />
      {isChanging && <ChangeWebhook webhook={data} onDone={() => setChanging(false)} />}
      <Replay webhookId={webhookId} />
      <AttemptLog webhookId={webhookId} />
    </section>
  );
}

function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const now = useNow();
  const { state, types, createdAt, attempts, failingSince, nextAttemptAt } = webhook;
  return (
    <>
      <p>
        {webhookStateText(state)}
        {failingSince !== null &&
          ` for ${durationText(now - Date.parse(failingSince))}, ${countText(attempts, 'attempt')}`}
        {nextAttemptAt !== null && `, next in ${durationText(Date.parse(nextAttemptAt) - now)}`}
      </p>
      <p className="muted">
        Gets {types === null ? 'every event' : types.join(', ')}; added {agoText(now - Date.parse(createdAt))}
      </p>
    </>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onChange: () => void;
}

function Actions({ webhook: { webhookId, url }, onChange }: ActionsProps) {
  const [, navigate] = useLocation();
  const test = useWebhookChange((webhooks) => webhooks.test(webhookId));
  const rotate = useWebhookChange((webhooks) => webhooks.addSecret(webhookId));
  const remove = useWebhookChange((webhooks) => webhooks.remove(webhookId));
  return (
    <>
      <div className="line">
        <Button className="button" onPress={() => test.mutate()} isDisabled={test.isPending}>
          {test.isPending ? 'Sending…' : 'Send a test'}
        </Button>
        <Button className="button" onPress={onChange}>
          Change
        </Button>
        <Button className="button" onPress={() => rotate.mutate()} isDisabled={rotate.isPending}>
          Make another secret
        </Button>
        <ConfirmButton
          label="Remove"
          title="Remove the webhook"
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/webhooks') })}
        >
          <p className="foreign">Nothing more is sent to {url}. Events are still logged.</p>
        </ConfirmButton>
      </div>
      <p className="muted">For 24 hours after you make another secret, messages are signed with both.</p>
      <Outcome of={[test, rotate, remove]} done="that was done" />
      {test.data !== undefined && <p role="status">Test: {attemptText(test.data)}</p>}
      {rotate.data !== undefined && (
        <ShownOnce
          title="A new secret for the webhook"
          secrets={[{ name: 'Webhook secret', text: rotate.data.secret }]}
          onDone={() => rotate.reset()}
        />
      )}
    </>
  );
}

function Replay({ webhookId }: { readonly webhookId: string }) {
  const [after, setAfter] = useState('oldest');
  const replay = useWebhookChange((webhooks, from: string) => webhooks.replay(webhookId, from));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    replay.mutate(after);
  };
  return (
    <form className="inline-form" onSubmit={submit} aria-label="Replay">
      <TextField className="field field-wide" value={after} onChange={setAfter} isRequired maxLength={100}>
        <Label>
          Send again everything after (the id of an event, or <code>oldest</code>)
        </Label>
        <Input />
      </TextField>
      <Button type="submit" className="button" isDisabled={replay.isPending}>
        Replay
      </Button>
      <Outcome of={[replay]} done="the replay was started" />
      {replay.isSuccess && <p role="status">✓ The replay has started</p>}
    </form>
  );
}

interface ChangeWebhookProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
}

/** Changes the address or the events of a webhook; events that it has not accepted yet are kept. */
function ChangeWebhook({ webhook: { webhookId, url, types }, onDone }: ChangeWebhookProps) {
  const [draft, setDraft] = useState<WebhookDraft>({ url, types: types ?? EVENT_TYPES });
  const change = useWebhookChange((webhooks) => webhooks.change(webhookId, { ...draft, types: typesOf(draft) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Change the webhook">
      <WebhookFields label="Address" draft={draft} onChange={setDraft} />
      <p className="muted">A new address is used at once, and gets everything that the old one did not accept.</p>
      <SaveOrCancel isSaving={change.isPending} onCancel={onDone} />
      <Outcome of={[change]} done="the webhook was changed" />
    </form>
  );
}
