import type { RegisteredClient } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { useMayChange } from './use-may-change.ts';
import { useRegistryChange } from './use-registry.ts';

/** The outside identities that act as a client. */
export function Subjects({ client: { clientId, subjects } }: { readonly client: RegisteredClient }) {
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
