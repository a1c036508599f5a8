import './headroom.css';
import { useCallback, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useMemberIds } from '../pools/use-pools.ts';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useNow } from '../shell/use-now.ts';
import { useTitle } from '../shell/use-title.ts';
import { dateText } from '../shell/view.ts';
import { commonZone } from '../sites/common-zone.ts';
import { useFeed, useSites } from '../sites/fleet-feed.tsx';
import { countText } from '../words/count-text.ts';
import { choiceFrom, type HeadroomChoice, queryOf } from './headroom-choice.ts';
import { HeadroomForm } from './headroom-form.tsx';
import { HeadroomResult } from './headroom-result.tsx';
import { type Hours, hoursView } from './hours-view.ts';
import { explain } from '../words/explain.ts';
import { type FleetHeadroom, LIMITS } from '@setpoint/contract';
import { useSearchParams } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { blockWindows } from './block-windows.ts';
import { followHeadrooms, joinHeadrooms } from './join-headrooms.ts';

const IN_ONE_CALL = 1_000;
/** Above it, the answer weighs megabytes, and is calculated when somebody asks. */
const AT_ONCE = 2_000;

/** The headroom of any number of sites, asked for in parts; `asked` is for how many it was asked so far. */
function useHeadroom(siteIds: readonly string[], timeZone: string, hours: Hours, resolution: number, isReady: boolean) {
  const client = useClient();
  const [asked, setAsked] = useState(0);
  const key = [siteIds.join(), timeZone, hours.day, hours.fromHour, hours.toHour, resolution].join(' ');
  const [wanted, setWanted] = useState<string>();
  const windows = blockWindows(hours, timeZone, resolution);
  const isPossible = isReady && siteIds.length > 0 && windows.length > 0;
  const answer = useQuery({
    queryKey: ['headroom', key],
    queryFn: async () => {
      const askedAt = Date.now();
      const parts: FleetHeadroom[] = [];
      for (let first = 0; first < siteIds.length; first += IN_ONE_CALL) {
        setAsked(first);
        const part = siteIds.slice(first, first + IN_ONE_CALL);
        const inTime: FleetHeadroom[] = [];
        for (const { fromMs, toMs, minutes } of windows) {
          const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
          inTime.push(await client.fleet.readHeadrooms({ siteIds: part, ...window, resolution: minutes }));
        }
        parts.push(followHeadrooms(inTime));
      }
      return { answer: joinHeadrooms(parts), askedAt };
    },
    enabled: isPossible && (siteIds.length <= AT_ONCE || wanted === key),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const ask = () => {
    if (siteIds.length <= AT_ONCE || wanted === key) void answer.refetch();
    else setWanted(key);
  };
  return { ...answer, asked, ask, isPossible };
}

const TERMS = ['FCR', 'aFRR', 'mFRR', 'setpoint'];

/** What can be sold or set, for a reader who is new to the market. */
function KindMeanings() {
  return (
    <details className="muted">
      <summary>Meaning of the kinds</summary>
      <ul>
        {TERMS.map((term) => (
          <li key={term}>{explain(term)}</li>
        ))}
      </ul>
    </details>
  );
}

const LOST = 'A link cannot name so many sites: sent to somebody, it leads to all of them. Choose a pool instead.';
const DAYS = ['Today', 'Tomorrow', 'Day after tomorrow'];

/** How much can still be booked: the question before a bid, answered for tomorrow until somebody chooses otherwise. */
export function HeadroomPage() {
  useTitle('Headroom');
  const { choice, choose, isInAddress } = useHeadroomChoice();
  const { store } = useFeed();
  const { offered, siteIds, timeZone } = useChosenSites(choice);
  const { days, day } = useDays(timeZone, choice.day);
  const hours = { day, fromHour: choice.fromHour, toHour: choice.toHour };
  const isReady = store.isComplete();
  const headroom = useHeadroom(siteIds, timeZone, hours, choice.resolution, isReady);
  return (
    <div className="stack">
      <h1>Headroom</h1>
      <p className="muted">
        How much more could be sold or set on top of what is set already, within limits, ratings and stored energy. Each
        kind is calculated on its own.
      </p>
      <KindMeanings />
      <HeadroomForm offered={offered} timeZone={timeZone} days={days} day={day} choice={choice} onChosen={choose}>
        <Button className="button" isDisabled={!headroom.isPossible || headroom.isFetching} onPress={headroom.ask}>
          {headroom.data === undefined ? `Calculate for ${countText(siteIds.length, 'site')}` : 'Calculate again'}
        </Button>
      </HeadroomForm>
      <p className="muted">{isInAddress ? '' : LOST}</p>
      {headroom.isFetching && <Loading what={calculatingText(headroom.asked, siteIds.length)} />}
      {headroom.isError && <Failure what="The headroom could not be calculated" cause={headroom.error} />}
      {isReady && siteIds.length === 0 && <Empty title="No site is chosen" />}
      {headroom.data !== undefined && (
        <HeadroomResult
          {...headroom.data}
          day={day}
          timeZone={timeZone}
          kind={choice.kind}
          onKind={(kind) => choose({ kind })}
          view={hoursView(hours, timeZone)}
        />
      )}
    </div>
  );
}

/** The sites that can be chosen, those of a pool if one is named, and those that are. */
function useChosenSites({ poolId, siteIds, timeZone }: HeadroomChoice) {
  const sites = useSites();
  const members = useMemberIds(poolId);
  return useMemo(() => {
    const chosen = siteIds === undefined ? undefined : new Set(siteIds);
    const offered = members === undefined ? sites : sites.filter(({ siteId }) => members.has(siteId));
    const asked = chosen === undefined ? offered : offered.filter(({ siteId }) => chosen.has(siteId));
    return { offered, siteIds: asked.map(({ siteId }) => siteId), timeZone: timeZone ?? commonZone(asked) };
  }, [sites, members, siteIds, timeZone]);
}

/** Today and the days after it; and another day, if the address names one. */
function useDays(timeZone: string, chosen: string | undefined) {
  const now = useNow();
  const days = DAYS.map((label, later) => ({ id: dateText(now, timeZone, later), label }));
  const day = chosen ?? dateText(now, timeZone, 1);
  return { day, days: days.some(({ id }) => id === day) ? days : [...days, { id: day, label: day }] };
}

function calculatingText(asked: number, all: number): string {
  const far = asked === 0 ? '' : ` (${asked.toLocaleString('en')} of ${countText(all, 'site')} done)`;
  return `Calculating every interval of every site${far}`;
}

/** What is asked, kept in the address: a link shows a colleague the same. More sites than fit there are kept by the page. */
function useHeadroomChoice() {
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
