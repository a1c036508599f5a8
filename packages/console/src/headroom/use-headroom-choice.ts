import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { choiceFrom, type HeadroomChoice, queryOf } from './headroom-choice.ts';

/** What is asked, kept in the address: a link shows a colleague the same. */
export function useHeadroomChoice() {
  const [query, setQuery] = useSearchParams();
  const choice = useMemo(() => choiceFrom(query), [query]);
  const choose = useCallback(
    (part: Partial<HeadroomChoice>) => setQuery((was) => queryOf({ ...choiceFrom(was), ...part }), { replace: true }),
    [setQuery],
  );
  return { choice, choose };
}
