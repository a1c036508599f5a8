import { type CutOffSites, DEMONSTRATION } from '@setpoint/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askSession } from '../session/ask-session.ts';
import { requestSessionToken } from '../session/request-session-token.ts';
import { useSession } from '../session/session.tsx';
import { SLOW_MS } from './use-pools.ts';

const KEY = ['cut-off'];

/** The switch of the demonstration, with which a visitor cuts sites off. */
export interface SiteSwitch {
  readonly isCutOff: (siteId: string) => boolean;
  readonly change: (siteId: string, isCutOff: boolean) => void;
  /** Why the last change failed; null if it did not. */
  readonly failure: unknown;
}

/** undefined wherever a site is a real one. */
export function useSiteSwitch(): SiteSwitch | undefined {
  const { isOfDemonstration, can } = useSession();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => new Set(((await (await ask('GET')).json()) as CutOffSites).siteIds),
    enabled: isOfDemonstration && can('fleet:admin'),
    refetchInterval: SLOW_MS,
  });
  const { mutate, error } = useMutation({
    mutationFn: ({ siteId, isCutOff }: { siteId: string; isCutOff: boolean }) =>
      ask(isCutOff ? 'PUT' : 'DELETE', `/${siteId}`),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  if (data === undefined) return undefined;
  return {
    isCutOff: (siteId) => data.has(siteId),
    change: (siteId, isCutOff) => mutate({ siteId, isCutOff }),
    failure: error,
  };
}

// With a token and not with the cookie, which a browser would send along for the pages of others too.
async function ask(method: 'GET' | 'PUT' | 'DELETE', site = ''): Promise<Response> {
  const { access_token: token } = await requestSessionToken();
  return askSession(DEMONSTRATION.cutOff + site, { method, headers: { authorization: `Bearer ${token}` } });
}
