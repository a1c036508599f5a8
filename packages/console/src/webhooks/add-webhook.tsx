import { EVENT_TYPES } from '@setpoint/contract';
import { useState } from 'react';
import { AddForm } from '../shell/add-form.tsx';
import { useWebhookChange } from './use-webhooks.ts';
import { typesOf, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

/** Registers an address; its secret is shown only once. */
export function AddWebhook() {
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', types: EVENT_TYPES });
  const add = useWebhookChange((webhooks) => {
    const types = typesOf(draft);
    return webhooks.add({ url: draft.url, ...(types === null ? {} : { types }) });
  });
  return (
    <AddForm
      label="Add a webhook"
      done="the webhook was added"
      adding={add}
      onSubmit={() => add.mutate(undefined, { onSuccess: () => setDraft({ ...draft, url: '' }) })}
      shown={({ secret }) => ({
        title: 'The secret of the webhook',
        secrets: [{ name: 'Webhook secret', text: secret }],
        children: <p className="muted">The receiver uses it to check the signatures of the messages.</p>,
      })}
    >
      <WebhookFields label="Add an address" draft={draft} onChange={setDraft} />
    </AddForm>
  );
}
