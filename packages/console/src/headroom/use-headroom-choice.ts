import { LIMITS } from '@setpoint/contract';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { choiceFrom, type HeadroomChoice, queryOf } from './headroom-choice.ts';

/** What is asked, kept in the address: a link shows a colleague the same. More sites than fit there are kept by the page. */
export function useHeadroomChoice() {
  const [query, setQuery] = useSearchParams();
  const [many, setMany] = useState<readonly string[]>();
  const choice = useMemo(() => {
    const named = choiceFrom(query);
    return many === undefined ? named : { ...named, siteIds: many };
  }, [query, many]);
  const choose = useCallback(
    (part: Partial<HeadroomChoice>) => {
      const isForSites = 'siteIds' in part;
      const isMany = (part.siteIds?.length ?? 0) > LIMITS.maxNamedSites;
      if (isForSites) setMany(isMany ? part.siteIds : undefined);
      const kept = isMany ? { ...part, siteIds: undefined } : part;
      setQuery((was) => queryOf({ ...choiceFrom(was), ...kept }), { replace: true });
    },
    [setQuery],
  );
  return { choice, choose, isInAddress: many === undefined };
}
