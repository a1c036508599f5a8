import { type AddWebhookResponse, EVENT_TYPES, type EventType } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, Checkbox, CheckboxGroup, Input, Label, TextField } from 'react-aria-components';
import { ShownOnce } from '../registry/shown-once.tsx';
import { Failure } from '../shell/notices.tsx';
import { useWebhookChange } from './use-webhooks.ts';

/** Registers an address; its secret is shown this once. */
export function AddWebhook() {
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<readonly string[]>(EVENT_TYPES);
  const [added, setAdded] = useState<AddWebhookResponse>();
  const add = useWebhookChange((webhooks, wanted: readonly EventType[]) =>
    webhooks.add({ url, ...(wanted.length === EVENT_TYPES.length ? {} : { types: [...wanted] }) }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = EVENT_TYPES.filter((type) => types.includes(type));
    const onSuccess = (response: AddWebhookResponse) => {
      setAdded(response);
      setUrl('');
    };
    add.mutate(wanted, { onSuccess });
  };
  return (
    <form className="inline-form" onSubmit={submit} aria-label="Add a webhook">
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
      <Button type="submit" className="button primary" isDisabled={add.isPending}>
        Add
      </Button>
      {add.isError && <Failure what="The webhook was not added" cause={add.error} />}
      {added !== undefined && (
        <ShownOnce
          title="The secret of the webhook"
          secrets={[{ name: 'Webhook secret', text: added.secret }]}
          onDone={() => setAdded(undefined)}
        >
          <p className="muted">Whoever gets the messages checks their signatures with it.</p>
        </ShownOnce>
      )}
    </form>
  );
}
