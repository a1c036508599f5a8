import type { RegisteredClient } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { Failure, Loading } from '../shell/notices.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Grants } from './grants.tsx';
import { scopesText } from './scopes-text.ts';
import { ShownOnce } from '../shell/shown-once.tsx';
import { useRegistry, useRegistryChange } from './use-registry.ts';

/** One client: whether it may come in, with what, and to which sites. */
export function ClientDetails({ clientId }: { readonly clientId: string }) {
  const { data, error } = useRegistry(['client', clientId], (registry) => registry.readClient(clientId));
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The client could not be read" cause={error} />;
  }
  return <Details client={data} />;
}

function Details({ client }: { readonly client: RegisteredClient }) {
  const { clientId, clientName, isEnabled, scopes } = client;
  const [, navigate] = useLocation();
  const session = useSession();
  const [shown, setShown] = useState<string>();
  const enable = useRegistryChange((registry, isOn: boolean) => registry.setClientEnabled(clientId, isOn));
  const addSecret = useRegistryChange((registry) => registry.addClientSecret(clientId));
  const remove = useRegistryChange((registry) => registry.removeClient(clientId));
  const failure = enable.error ?? addSecret.error ?? remove.error;
  const isMe = clientId === session.clientId;
  return (
    <section className="panel" aria-labelledby="client-title">
      <h2 id="client-title">{clientName}</h2>
      <p className="muted">
        <code>{clientId}</code>, {isEnabled ? 'enabled' : 'disabled'}; it may at most {scopesText(scopes)}
      </p>
      {failure !== null && <Failure what="That did not work" cause={failure} />}
      <div className="actions-start">
        <Button
          className="button"
          onPress={() => addSecret.mutate(undefined, { onSuccess: (it) => setShown(it.clientSecret) })}
        >
          Make another secret
        </Button>
        {!isMe && (
          <>
            <Button className="button" onPress={() => enable.mutate(!isEnabled)}>
              {isEnabled ? 'Disable' : 'Enable'}
            </Button>
            <ConfirmButton
              label="Remove"
              title={`Remove ${clientName}`}
              typed={clientName}
              onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/clients') })}
            >
              <p>Its tokens end at once. What it set stays set.</p>
            </ConfirmButton>
          </>
        )}
      </div>
      <p className="muted">
        Another secret leaves the one before it good, so that both are alive while you change over.
      </p>
      <Grants clientId={clientId} grants={client.grants} />
      <Subjects client={client} />
      {shown !== undefined && (
        <ShownOnce
          title={`A new secret of ${clientName}`}
          secrets={[{ name: 'Client secret', text: shown }]}
          onDone={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

function Subjects({ client: { clientId, subjects } }: { readonly client: RegisteredClient }) {
  const [issuer, setIssuer] = useState('');
  const [subject, setSubject] = useState('');
  const map = useRegistryChange((registry, mapping: { issuer: string; subject: string }) =>
    registry.mapSubject(clientId, mapping),
  );
  const unmap = useRegistryChange((registry, mapping: { issuer: string; subject: string }) =>
    registry.unmapSubject(clientId, mapping),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    map.mutate({ issuer, subject }, { onSuccess: () => setSubject('') });
  };
  const failure = map.error ?? unmap.error;
  return (
    <>
      <h3>Outside identities that act as it</h3>
      {subjects.length === 0 && <p className="muted">None: it signs in with its own secret.</p>}
      <ul className="rows">
        {subjects.map((mapping) => (
          <li key={`${mapping.issuer} ${mapping.subject}`}>
            <span>
              <b>{mapping.subject}</b> of {mapping.issuer}
            </span>
            <Button
              className="button small"
              onPress={() => unmap.mutate(mapping)}
              aria-label={`Unmap ${mapping.subject}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form className="inline-form" onSubmit={submit} aria-label="Map an outside identity">
        <TextField className="field" value={issuer} onChange={setIssuer} isRequired>
          <Label>Issuer</Label>
          <Input placeholder="https://login.example.com" />
        </TextField>
        <TextField className="field" value={subject} onChange={setSubject} isRequired>
          <Label>Subject</Label>
          <Input />
        </TextField>
        <Button type="submit" className="button">
          Map
        </Button>
      </form>
      {failure !== null && <Failure what="That did not work" cause={failure} />}
    </>
  );
}
