import type { Grant } from '@setpoint/contract';
import { useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { usePlaceName } from '../people/use-place-name.ts';
import { Outcome } from '../shell/outcome.tsx';
import { ChangesLink } from '../shell/changes-link.tsx';
import { useNow } from '../shell/use-now.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { whenText } from '../words/when-text.ts';
import { useMayChange } from './use-may-change.ts';
import { useRegistryChange } from './use-registry.ts';

export interface GrantsProps {
  readonly clientId: string;
  readonly grants: readonly Grant[];
}

const ALL = 'all';
const CAN: Readonly<Record<Grant['can'], string>> = { read: 'see', schedule: 'see and schedule' };

/** The sites that a client can see or schedule. */
export function Grants({ clientId, grants }: GrantsProps) {
  const mayChange = useMayChange();
  const nameOf = usePlaceName();
  const now = useNow();
  const remove = useRegistryChange((registry, grant: Grant) => registry.removeGrant(clientId, grant));
  return (
    <>
      <h3>Grants</h3>
      <p>
        <ChangesLink id={clientId} />
      </p>
      {grants.length === 0 && <p className="muted">None: it cannot see any site.</p>}
      <ul className="rows">
        {grants.map((grant) => (
          <li key={grant.siteId ?? grant.poolId ?? ALL}>
            <span>
              can {CAN[grant.can]}{' '}
              <b>
                <bdi>{nameOf(grant)}</bdi>
              </b>
              {grant.endsAt !== undefined && (
                <span className="muted"> until {whenText(Date.parse(grant.endsAt), { timeZone: 'UTC', now })} UTC</span>
              )}
            </span>
            {mayChange && (
              <Button
                className="button small"
                onPress={() => remove.mutate(grant)}
                aria-label={`Revoke the grant for ${nameOf(grant)}`}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <AddGrant clientId={clientId} />}
      <Outcome of={[remove]} done="the grant was revoked" />
    </>
  );
}

function AddGrant({ clientId }: { readonly clientId: string }) {
  const sites = useSites();
  const [chosen, setChosen] = useState<string>(ALL);
  const put = useRegistryChange((registry, grant: Grant) => registry.putGrant(clientId, grant));
  const options = [
    { id: ALL, name: 'All sites' },
    ...sites.map(({ siteId, siteName }) => ({ id: siteId, name: siteName })),
  ];
  const grant = (can: Grant['can']) => put.mutate(chosen === ALL ? { allSites: true, can } : { siteId: chosen, can });
  return (
    <div className="inline-form">
      <ComboBox
        className="field"
        defaultItems={options}
        selectedKey={chosen}
        onSelectionChange={(key) => setChosen(String(key ?? ALL))}
      >
        <Label>Add a grant for</Label>
        <Input />
        <Popover className="popover">
          <ListBox className="menu">
            {({ id, name }: { id: string; name: string }) => (
              <ListBoxItem id={id} textValue={name}>
                <bdi>{name}</bdi>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      <Button className="button" onPress={() => grant('read')}>
        See
      </Button>
      <Button className="button" onPress={() => grant('schedule')}>
        See and schedule
      </Button>
      <Outcome of={[put]} done="the grant was added" />
    </div>
  );
}
