import type { RegisteredClient } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../session/session.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { Loading } from '../shell/loading.tsx';
import { ShownOnce } from '../shell/shown-once.tsx';
import { Grants } from './grants.tsx';
import { scopesText } from './scopes-text.ts';
import { useMayChange } from './use-may-change.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';
import { useTitle } from '../shell/use-title.ts';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { ScopeChoice } from './scope-choice.tsx';

/** One client: its state, its secrets and its grants. */
export function ClientDetails({ clientId }: { readonly clientId: string }) {
  const { data, error } = useRegistry(['client', clientId], (registry) => registry.readClient(clientId));
  useTitle(data?.clientName, 'Clients', 'Registry');
  if (data === undefined) {
    return error === null ? <Loading /> : <Failure what="The client could not be read" cause={error} />;
  }
  return <Details client={data} />;
}

function Details({ client }: { readonly client: RegisteredClient }) {
  const { clientId, clientName, isEnabled, scopes } = client;
  const mayChange = useMayChange();
  const [shown, setShown] = useState<string>();
  const [isChanging, setChanging] = useState(false);
  return (
    <section className="panel" aria-labelledby="client-title">
      <h2 id="client-title">
        <bdi>{clientName}</bdi>
      </h2>
      <p className="muted">
        <code>{clientId}</code>, {isEnabled ? 'enabled' : 'disabled'}; may {scopesText(scopes)}
      </p>
      {mayChange && !isChanging && <Actions client={client} onSecret={setShown} onChange={() => setChanging(true)} />}
      {isChanging && <ChangeClient client={client} onDone={() => setChanging(false)} />}
      <Grants clientId={clientId} grants={client.grants} />
      <Subjects client={client} />
      {shown !== undefined && (
        <ShownOnce
          title={`A new secret for ${clientName}`}
          secrets={[{ name: 'Client secret', text: shown }]}
          onDone={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

interface ActionsProps {
  readonly client: RegisteredClient;
  readonly onSecret: (secret: string) => void;
  readonly onChange: () => void;
}

function Actions({ client, onSecret, onChange }: ActionsProps) {
  const { clientId, clientName, isEnabled } = client;
  const [, navigate] = useLocation();
  const session = useSession();
  const enable = useRegistryChange((registry, isOn: boolean) => registry.setClientEnabled(clientId, isOn));
  const addSecret = useRegistryChange((registry) => registry.addClientSecret(clientId));
  const remove = useRegistryChange((registry) => registry.removeClient(clientId));
  const isMe = clientId === session.clientId;
  return (
    <>
      <Outcome of={[enable, addSecret, remove]} done="that was done" />
      <div className="line">
        <Button className="button" onPress={onChange}>
          Change
        </Button>
        <Button
          className="button"
          onPress={() => addSecret.mutate(undefined, { onSuccess: (it) => onSecret(it.clientSecret) })}
        >
          Make another secret
        </Button>
        <SignOutButton client={client} />
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
              <p>Its tokens become invalid at once. Its schedules stay set.</p>
            </ConfirmButton>
          </>
        )}
      </div>
      <p className="muted">
        The previous secret stays valid, so that you can switch without a gap; any older one ends, and with it every
        session, sign-in link and token made with it.
      </p>
    </>
  );
}

function SignOutButton({ client: { clientId, clientName } }: { readonly client: RegisteredClient }) {
  const endSessions = useRegistryChange((registry) => registry.endClientSessions(clientId));
  return (
    <>
      <ConfirmButton
        label="Sign out everywhere"
        title={`Sign ${clientName} out everywhere`}
        onConfirm={() => endSessions.mutate(undefined)}
      >
        <p>Its sessions, its unused sign-in links and its tokens end. Its secrets stay valid.</p>
      </ConfirmButton>
      <Outcome of={[endSessions]} done="it was signed out" />
    </>
  );
}

/** Changes the name and the scopes of a client. */
function ChangeClient({ client, onDone }: { readonly client: RegisteredClient; readonly onDone: () => void }) {
  const [clientName, setName] = useState(client.clientName);
  const [scopes, setScopes] = useState(client.scopes);
  const change = useRegistryChange((registry) =>
    registry.changeClient(client.clientId, { clientName, scopes: [...scopes] }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined, { onSuccess: onDone });
  };
  const isLess = client.scopes.some((scope) => !scopes.includes(scope));
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Change the client">
      <TextField className="field" value={clientName} onChange={setName} isRequired maxLength={200}>
        <Label>Name</Label>
        <Input />
      </TextField>
      <ScopeChoice scopes={scopes} onScopes={(chosen) => setScopes([...chosen])} />
      {isLess && (
        <p className="notice field-wide">
          Its tokens, sessions and sign-in links end when you save. Its secrets stay valid.
        </p>
      )}
      <SaveOrCancel isSaving={change.isPending} onCancel={onDone} />
      <Outcome of={[change]} done="the client was changed" />
    </form>
  );
}

/** The outside identities that act as a client. */
function Subjects({ client: { clientId, subjects } }: { readonly client: RegisteredClient }) {
  const mayChange = useMayChange();
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
  return (
    <>
      <h3>Outside identities that act as this client</h3>
      {subjects.length === 0 && <p className="muted">None: it signs in with its own secret.</p>}
      <ul className="rows">
        {subjects.map((mapping) => (
          <li key={`${mapping.issuer} ${mapping.subject}`}>
            <span>
              <b>{mapping.subject}</b> of {mapping.issuer}
            </span>
            {mayChange && (
              <Button
                className="button small"
                onPress={() => unmap.mutate(mapping)}
                aria-label={`Unmap ${mapping.subject}`}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
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
      )}
      <Outcome of={[map, unmap]} done="that was done" />
    </>
  );
}
