import type { RegisteredClient } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { Outcome } from '../shell/outcome.tsx';
import { SaveOrCancel } from '../shell/save-or-cancel.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { useRegistryChange } from './use-registry.ts';

export interface ChangeClientProps {
  readonly client: RegisteredClient;
  readonly onDone: () => void;
}

/** Changes the name and the scopes of a client. */
export function ChangeClient({ client, onDone }: ChangeClientProps) {
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
