import type { Scope } from '@setpoint/contract';
import { useState } from 'react';
import { Input, Label, Link, TextField } from 'react-aria-components';
import { AddForm } from '../shell/add-form.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { countText } from '../words/count-text.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { scopesText } from './scopes-text.ts';
import { useMayChange } from './use-may-change.ts';
import { allOf } from '../session/resource-of.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';
import { useTitle } from '../shell/use-title.ts';

export function ClientList() {
  useTitle('Clients', 'Registry');
  const mayChange = useMayChange();
  const { data, error } = useRegistry(['clients'], (registry) => allOf(registry.clients()));
  return (
    <section className="panel" aria-label="Clients">
      {mayChange && <AddClient />}
      {error !== null && <Failure what="The clients could not be read" cause={error} />}
      {data === undefined ? (
        error === null && <Loading />
      ) : (
        <PlainTable columns={['Client', 'State', { label: 'Scopes', is: 'wide-only' }, 'Grants']}>
          {data.map(({ clientId, clientName, isEnabled, scopes, grants }) => (
            <tr key={clientId}>
              <td>
                <Link href={`/registry/clients/${clientId}`}>
                  <bdi>{clientName}</bdi>
                </Link>
              </td>
              <td>{isEnabled ? '✓ enabled' : '✕ disabled'}</td>
              <td className="wide-only">{scopesText(scopes)}</td>
              <td>
                {grants.some(({ allSites }) => allSites === true) ? 'all sites' : countText(grants.length, 'site')}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </section>
  );
}

function AddClient() {
  const [clientName, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['sites:read', 'schedules:write']);
  const add = useRegistryChange((registry) => registry.addClient({ clientName, scopes: [...scopes] }));
  return (
    <AddForm
      label="Add a client"
      done="the client was added"
      adding={add}
      onSubmit={() => add.mutate(undefined, { onSuccess: () => setName('') })}
      shown={(added) => ({
        title: `The secret of ${added.clientName}`,
        secrets: [
          { name: 'Client id', text: added.clientId },
          { name: 'Client secret', text: added.clientSecret },
        ],
        children: <p className="muted">It cannot see any site yet: grant it some on its page.</p>,
      })}
    >
      <TextField className="field" value={clientName} onChange={setName} isRequired maxLength={200}>
        <Label>Add a client</Label>
        <Input placeholder="Name" />
      </TextField>
      <ScopeChoice scopes={scopes} onScopes={setScopes} />
    </AddForm>
  );
}
