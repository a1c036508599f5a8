import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useClient } from '../session/session.tsx';
import { Choice } from '../shell/choice.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { useSites } from '../sites/fleet-feed.tsx';
import { HeadroomResult } from './headroom-result.tsx';
import { HoursChoice } from './hours-choice.tsx';
import { HOURS_OF_CLOCK, hoursView } from './hours-view.ts';
import { KindMeanings } from './kind-meanings.tsx';
import { SiteChoice } from './site-choice.tsx';
import './headroom.css';

const DAYS = [
  { id: '0', label: 'Today' },
  { id: '1', label: 'Tomorrow' },
  { id: '2', label: 'Day after tomorrow' },
] as const;
const RESOLUTIONS = [
  { id: '15', label: 'Quarter hours' },
  { id: '60', label: 'Hours' },
  { id: '240', label: '4-hour blocks' },
] as const;

/** How much can still be booked: the question before a bid. */
export function HeadroomPage() {
  const client = useClient();
  const sites = useSites();
  const [chosen, setChosen] = useState<ReadonlySet<string> | 'all'>('all');
  const [day, setDay] = useState<string>('1');
  const [hours, setHours] = useState({ fromHour: 0, toHour: HOURS_OF_CLOCK });
  const [resolution, setResolution] = useState<string>('60');
  const siteIds = useMemo(
    () => sites.map(({ siteId }) => siteId).filter((siteId) => chosen === 'all' || chosen.has(siteId)),
    [sites, chosen],
  );
  const zones = new Set(
    sites.filter(({ siteId }) => chosen === 'all' || chosen.has(siteId)).map((site) => site.timeZone),
  );
  const [onlyZone] = zones;
  const timeZone = zones.size === 1 && onlyZone !== undefined ? onlyZone : 'UTC';
  const ask = useMutation({
    mutationFn: async () => {
      const { fromMs, toMs } = hoursView(Date.now(), timeZone, { day: Number(day), ...hours });
      const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      const answer = await client.fleet.readHeadrooms({
        siteIds: siteIds.slice(0, MOST_SITES),
        ...window,
        resolution: Number(resolution),
      });
      return { answer, timeZone, askedAt: Date.now() };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <div className="headroom">
      <h1>Headroom</h1>
      <p className="muted">
        How much more could be sold or set beside what is set already, within limits, ratings and stored energy. Each
        kind is calculated on its own.
      </p>
      <KindMeanings />
      <form className="panel headroom-form" onSubmit={submit} aria-label="Question">
        <SiteChoice sites={sites} chosen={chosen} onChosen={setChosen} />
        <Choice label={`Day (${timeZone})`} options={DAYS} chosen={day} onChosen={setDay} />
        <HoursChoice {...hours} onChosen={setHours} />
        <Choice label="Resolution" options={RESOLUTIONS} chosen={resolution} onChosen={setResolution} />
        <Button type="submit" className="button primary" isDisabled={siteIds.length === 0 || ask.isPending}>
          {`Ask about ${Math.min(siteIds.length, MOST_SITES)} ${siteIds.length === 1 ? 'site' : 'sites'}`}
        </Button>
      </form>
      {ask.isPending && <Loading what="Calculating every interval of every site" />}
      {ask.isError && <Failure what="The headroom could not be calculated" cause={ask.error} />}
      {ask.data === undefined && !ask.isPending && <Empty title="Choose sites and a day, then ask" />}
      {ask.data !== undefined && <HeadroomResult {...ask.data} />}
    </div>
  );
}

const MOST_SITES = 1_000;
