import { EVENT_TYPES } from '@setpoint/contract';
import { useState } from 'react';
import { Checkbox, CheckboxGroup, Input, Label, TextField } from 'react-aria-components';
import { AddForm } from '../registry/add-form.tsx';
import { useWebhookChange } from './use-webhooks.ts';

/** Registers an address; its secret is shown this once. */
export function AddWebhook() {
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly string[]>(EVENT_TYPES);
  const add = useWebhookChange((webhooks) => {
    const wanted = EVENT_TYPES.filter((type) => types.includes(type));
    return webhooks.add({ url, ...(wanted.length === EVENT_TYPES.length ? {} : { types: wanted }) });
  });
  return (
    <AddForm
      label="Add a webhook"
      failure="The webhook was not added"
      adding={add}
      onSubmit={() => add.mutate(undefined, { onSuccess: () => setUrl('') })}
      shown={({ secret }) => ({
        title: 'The secret of the webhook',
        secrets: [{ name: 'Webhook secret', text: secret }],
        children: <p className="muted">Whoever gets the messages checks their signatures with it.</p>,
      })}
    >
      <TextField className="field field-wide" value={url} onChange={setUrl} isRequired maxLength={2_048} type="url">
        <Label>Add an address</Label>
        <Input placeholder="https://example.com/setpoint" />
      </TextField>
      <CheckboxGroup className="field checks" value={[...types]} onChange={setTypes} isRequired>
        <Label>What is sent there</Label>
        <div className="check-row">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} className="check">
              <span className="check-box" aria-hidden="true" />
              <code>{type}</code>
            </Checkbox>
          ))}
        </div>
      </CheckboxGroup>
    </AddForm>
  );
}
