import { useMemo } from 'react';
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
import type { HeadroomChoice } from './headroom-choice.ts';
import { HeadroomForm } from './headroom-form.tsx';
import { HeadroomResult } from './headroom-result.tsx';
import { hoursView } from './hours-view.ts';
import { KindMeanings } from './kind-meanings.tsx';
import { useHeadroom } from './use-headroom.ts';
import { useHeadroomChoice } from './use-headroom-choice.ts';
import './headroom.css';

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
  const headroom = useHeadroom({ siteIds, timeZone, hours, resolution: choice.resolution, isReady });
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
