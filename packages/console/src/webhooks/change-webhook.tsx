import { EVENT_TYPES, type Webhook } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Outcome } from '../shell/outcome.tsx';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { useWebhookChange } from './use-webhooks.ts';
import { typesOf, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

export interface ChangeWebhookProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
}

/** Changes the address or the events of a webhook; events that it has not accepted yet are kept. */
export function ChangeWebhook({ webhook: { webhookId, url, types }, onDone }: ChangeWebhookProps) {
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
