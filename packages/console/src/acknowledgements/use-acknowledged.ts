import type { AcknowledgeRequest, Acknowledgement } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { useAct } from '../shell/use-act.ts';
import { isStillMeant } from './is-still-meant.ts';

const QUERY_KEY = ['acknowledgements'];
const EVERY_MS = 10_000;
const SITES_PER_CALL = 1_000;
const NONE: ReadonlyMap<string, Acknowledgement> = new Map();

interface Acknowledged {
  readonly hasAny: boolean;
  /** The acknowledgement of a problem of a site; undefined if there is none, or the problem began anew since. */
  readonly find: (siteId: string, problem: string, since: number | undefined) => Acknowledgement | undefined;
}

/** What is acknowledged, by anybody. */
export function useAcknowledged(): Acknowledged {
  const client = useClient();
  const { data = NONE } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => {
      const found = new Map<string, Acknowledgement>();
      for await (const one of client.acknowledgements.list()) found.set(keyOf(one.siteId, one.problem), one);
      return found;
    },
    refetchInterval: EVERY_MS,
  });
  return {
    hasAny: data.size > 0,
    find: (siteId, problem, since) => {
      const one = data.get(keyOf(siteId, problem));
      return one !== undefined && isStillMeant(one, { since, now: Date.now() }) ? one : undefined;
    },
  };
}

function keyOf(siteId: string, problem: string): string {
  return `${siteId} ${problem}`;
}

/** Acknowledges a problem of any number of sites, or takes that back; then reads again what is acknowledged. */
export function useAcknowledge() {
  const client = useClient();
  const put =
    ({ siteIds, ...request }: AcknowledgeRequest) =>
    async () => {
      for (let start = 0; start < siteIds.length; start += SITES_PER_CALL) {
        await client.acknowledgements.put({ ...request, siteIds: siteIds.slice(start, start + SITES_PER_CALL) });
      }
    };
  return useAct(put, { reads: [QUERY_KEY] });
}
