import type { SwitchedSites } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { askSession } from '../session/ask-session.ts';
import { requestSessionToken } from '../session/request-session-token.ts';
import { useSession } from '../session/session.tsx';
import { type Act, useAct } from '../shell/use-act.ts';
import { SLOW_MS } from './use-pools.ts';

/** A switch of the demonstration, with which a visitor makes something go wrong at sites. */
export interface SiteSwitch {
  readonly isOn: (siteId: string) => boolean;
  readonly turn: (siteId: string, isOn: boolean) => void;
  readonly turning: Act;
}

/** undefined wherever a site is a real one. */
export function useSiteSwitch(path: string): SiteSwitch | undefined {
  const queryKey = ['demonstration', path];
  const { isOfDemonstration, can } = useSession();
  const { data } = useQuery({
    queryKey,
    queryFn: async () => new Set(((await (await ask('GET', path)).json()) as SwitchedSites).siteIds),
    enabled: isOfDemonstration && can('fleet:admin'),
    refetchInterval: SLOW_MS,
  });
  const turning = useAct(
    ({ siteId, isOn }: { siteId: string; isOn: boolean }) =>
      () =>
        ask(isOn ? 'PUT' : 'DELETE', `${path}/${siteId}`),
    { reads: [queryKey] },
  );
  if (data === undefined) return undefined;
  return {
    isOn: (siteId) => data.has(siteId),
    turn: (siteId, isOn) => turning.mutate({ siteId, isOn }),
    turning,
  };
}

// With a token and not with the cookie, which a browser would send along for the pages of others too.
async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string): Promise<Response> {
  const { access_token: token } = await requestSessionToken();
  return askSession(path, { method, headers: { authorization: `Bearer ${token}` } });
}
