import type { RegisteredSite } from '@setpoint/contract';
import { useState } from 'react';
import { Button, Input, Label, Link, SearchField, TextField } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { AddForm } from '../shell/add-form.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { PlainTable } from '../shell/plain-table.tsx';
import { useNow } from '../shell/use-now.ts';
import { whenText } from '../words/when-text.ts';
import { useMayChange } from './use-may-change.ts';
import { allOf } from '../session/resource-of.ts';
import { useRegistry, useRegistryChange } from './use-registry.ts';
import { useTitle } from '../shell/use-title.ts';

const SHOWN = 200;

export function SiteList() {
  useTitle('Sites', 'Registry');
  const mayChange = useMayChange();
  const { data, error } = useRegistry(['sites'], (registry) => allOf(registry.sites()));
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const setSearch = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true });
  const found = data?.filter(({ siteName, siteId }) =>
    `${siteName} ${siteId}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <section className="panel" aria-label="Sites">
      {mayChange && <AddSite />}
      <SearchField aria-label="Search the sites" className="search registry-search" value={search} onChange={setSearch}>
        <Input placeholder="Search by name or id" />
        <Button aria-label="Clear the search">×</Button>
      </SearchField>
      {error !== null && <Failure what="The sites could not be read" cause={error} />}
      {found === undefined ? error === null && <Loading /> : <SiteTable sites={found} isSearch={search !== ''} />}
    </section>
  );
}

function SiteTable({ sites, isSearch }: { readonly sites: readonly RegisteredSite[]; readonly isSearch: boolean }) {
  const now = useNow();
  if (sites.length === 0) return <Empty title={isSearch ? 'No sites match' : 'No sites yet'} />;
  return (
    <>
      <PlainTable
        columns={['Site', { label: 'Id', is: 'wide-only' }, 'Time zone', { label: 'Added', is: 'wide-only' }]}
      >
        {sites.slice(0, SHOWN).map(({ siteId, siteName, timeZone, createdAt }) => (
          <tr key={siteId}>
            <td>
              <Link href={`/registry/sites/${siteId}`}>
                <bdi>{siteName}</bdi>
              </Link>
            </td>
            <td className="wide-only">
              <code>{siteId}</code>
            </td>
            <td>{timeZone}</td>
            <td className="wide-only">{whenText(Date.parse(createdAt), { timeZone: 'UTC', now })} UTC</td>
          </tr>
        ))}
      </PlainTable>
      {sites.length > SHOWN && <p className="muted">and {sites.length - SHOWN} more: search for them</p>}
    </>
  );
}

function AddSite() {
  const [siteName, setName] = useState('');
  const [timeZone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const add = useRegistryChange((registry) => registry.addSite({ siteName, timeZone }));
  return (
    <AddForm
      label="Add a site"
      done="the site was added"
      adding={add}
      onSubmit={() => add.mutate(undefined, { onSuccess: () => setName('') })}
      shown={(added) => ({
        title: `The controller key of ${added.siteName}`,
        secrets: [
          { name: 'Site id', text: added.siteId },
          { name: 'Controller key', text: added.controllerKey },
        ],
        children: <p className="muted">The site’s controller signs in with these.</p>,
      })}
    >
      <TextField className="field" value={siteName} onChange={setName} isRequired maxLength={200}>
        <Label>Add a site</Label>
        <Input placeholder="Name" />
      </TextField>
      <TextField className="field" value={timeZone} onChange={setZone} isRequired>
        <Label>Time zone</Label>
        <Input list="zones" />
      </TextField>
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </AddForm>
  );
}
