import { EVENT_TYPES, type Webhook } from '@setpoint/contract';
import { Link } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useWebhookChange, useWebhooks } from './use-webhooks.ts';
import { webhookStateText } from './webhook-state-text.ts';
import { useTitle } from '../shell/use-title.ts';
import { useState } from 'react';
import { AddForm } from '../shell/add-form.tsx';
import { typesOf, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

/** The addresses to which events are sent. */
export function WebhookList() {
  useTitle('Webhooks', 'Registry');
  const { data, error } = useWebhooks(['list'], (webhooks) => webhooks.list());
  return (
    <section className="panel" aria-label="Webhooks">
      <p className="muted">
        The events of the sites that you can see are sent to these addresses: signed, in order and at least once.
      </p>
      <AddWebhook />
      {error !== null && <Failure what="The webhooks could not be read" cause={error} />}
      {data === undefined ? error === null && <Loading /> : <WebhookTable webhooks={data.webhooks} />}
    </section>
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0) return <Empty title="No webhooks yet: add the first one above" />;
  return (
    <PlainTable columns={['Address', 'Events', 'State']}>
      {webhooks.map(({ webhookId, url, types, state }) => (
        <tr key={webhookId}>
          <td>
            <Link href={`/registry/webhooks/${webhookId}`}>{url}</Link>
          </td>
          <td>{types === null ? 'all' : types.join(', ')}</td>
          <td className="state-tag" data-state={state === 'active' ? 'accepted' : 'rejected'}>
            {webhookStateText(state)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** Registers an address; its secret is shown only once. */
function AddWebhook() {
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
