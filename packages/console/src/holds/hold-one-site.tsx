import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { NamedChoice } from '../shell/named-choice.tsx';
import { useSites } from '../sites/fleet-feed.tsx';
import { useVersionedSite } from '../sites/use-versioned-site.ts';
import { HoldSite } from './hold-site.tsx';

const NONE = { id: '', name: 'None' };

/** The smaller stop, where people look for the large one. */
export function HoldOneSite() {
  const sites = useSites();
  const [query, setQuery] = useSearchParams();
  const siteId = query.get('site') ?? NONE.id;
  const [asked] = useState(siteId);
  const choose = (id: string) => setQuery(id === NONE.id ? {} : { site: id }, { replace: true });
  const named = sites
    .map((site) => ({ id: site.siteId, name: site.siteName }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <div className="inline-form sunken">
      <NamedChoice label="Or hold one site" options={[NONE, ...named]} chosen={siteId} onChosen={choose} />
      {siteId !== NONE.id && <Chosen siteId={siteId} isAsked={siteId === asked} />}
    </div>
  );
}

interface ChosenProps {
  readonly siteId: string;
  /** Whether the address named it. */
  readonly isAsked: boolean;
}

function Chosen({ siteId, isAsked }: ChosenProps) {
  const { data } = useVersionedSite(siteId);
  return data === undefined ? null : <HoldSite site={data.site} isNext={isAsked} />;
}
