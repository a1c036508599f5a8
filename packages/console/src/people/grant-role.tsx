import { type GivenRole, ROLE_TABLE, ROLES } from '@setpoint/contract';
import { type FormEvent, useState } from 'react';
import { Button, FieldError, Input, Label, TextField } from 'react-aria-components';
import { useAllPools } from '../pools/use-pools.ts';
import { Choice } from '../shell/choice.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { NamedChoice } from '../shell/named-choice.tsx';
import { useSites } from '../sites/fleet-feed.tsx';
import type { Holder } from './holder.ts';
import { MAY } from './role-text.ts';
import { usePeopleChange } from './use-people.ts';

const ALL = 'all';
const OPTIONS = ROLES.map((role) => ({ id: role, label: role }));

/** Grants a role on one site, a pool or all sites, with an end if wanted. */
export function GrantRole({ holder }: { readonly holder: Holder }) {
  const [role, setRole] = useState<GivenRole['role']>('viewer');
  const [place, setPlace] = useState(ALL);
  const [end, setEnd] = useState('');
  const isForAll = ROLE_TABLE[role].isForAllSites;
  const grant = usePeopleChange((people, granted: GivenRole) =>
    holder.kind === 'person' ? people.givePersonRole(holder.id, granted) : people.giveGroupRole(holder.id, granted),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const endsAt = end === '' ? {} : { endsAt: new Date(`${end}Z`).toISOString() };
    grant.mutate({ role, ...placeOf(isForAll ? ALL : place), ...endsAt });
  };
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Grant a role">
      <Choice
        label="Role"
        options={OPTIONS}
        chosen={role}
        onChosen={(id) => setRole(ROLES.find((one) => one === id) ?? 'viewer')}
      />
      {isForAll ? <p className="muted">on all sites</p> : <PlaceChoice chosen={place} onChosen={setPlace} />}
      <TextField className="field" type="datetime-local" value={end} onChange={setEnd}>
        <Label>Ends (UTC; empty for no end)</Label>
        <Input max="9999-12-31T23:59" />
        <FieldError />
      </TextField>
      <Button type="submit" className="button primary" isDisabled={grant.isPending}>
        Grant
      </Button>
      <p className="muted role-meaning">{`${holder.name} may then ${MAY[role]}. A role granted there before is replaced.`}</p>
      <Outcome of={[grant]} done="the role was granted" />
    </form>
  );
}

function placeOf(place: string): Pick<GivenRole, 'siteId' | 'poolId' | 'allSites'> {
  const [kind, id = ''] = place.split(':');
  if (kind === 'site') return { siteId: id };
  return kind === 'pool' ? { poolId: id } : { allSites: true };
}

function PlaceChoice({ chosen, onChosen }: { readonly chosen: string; readonly onChosen: (place: string) => void }) {
  const sites = useSites();
  const { data: pools = [] } = useAllPools();
  const options = [
    { id: ALL, name: 'All sites' },
    ...pools.map(({ poolId, poolName }) => ({ id: `pool:${poolId}`, name: poolName, kind: 'pool' })),
    ...sites.map(({ siteId, siteName }) => ({ id: `site:${siteId}`, name: siteName, kind: 'site' })),
  ];
  return <NamedChoice label="On" options={options} chosen={chosen} onChosen={onChosen} />;
}
