import type { SiteOverview } from '@setpoint/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { Choice } from '../shell/choice.tsx';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { commonZone } from '../sites/common-zone.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { countText } from '../words/count-text.ts';
import { HeadroomResult } from './headroom-result.tsx';
import { HoursChoice } from './hours-choice.tsx';
import { HOURS_OF_CLOCK } from './hours-view.ts';
import { KindMeanings } from './kind-meanings.tsx';
import { SiteChoice } from './site-choice.tsx';
import { useHeadroomQuestion } from './use-headroom-question.ts';
import { ZoneChoice } from './zone-choice.tsx';
import { useTitle } from '../shell/use-title.ts';
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
  useTitle('Headroom');
  const sites = useSites();
  const [chosen, setChosen] = useState<ReadonlySet<string> | 'all'>('all');
  const [day, setDay] = useState<string>('1');
  const [hours, setHours] = useState({ fromHour: 0, toHour: HOURS_OF_CLOCK });
  const [resolution, setResolution] = useState<string>('60');
  const siteIds = useMemo(
    () => sites.map(({ siteId }) => siteId).filter((siteId) => chosen === 'all' || chosen.has(siteId)),
    [sites, chosen],
  );
  const [zone, setZone] = useState<string>();
  const asked = sites.filter(({ siteId }) => chosen === 'all' || chosen.has(siteId));
  const timeZone = zone ?? commonZone(asked);
  const ask = useHeadroomQuestion();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ siteIds, timeZone, hours: { day: Number(day), ...hours }, resolution: Number(resolution) });
  };
  return (
    <div className="headroom">
      <h1>Headroom</h1>
      <p className="muted">
        How much more could be sold or set on top of what is set already, within limits, ratings and stored energy. Each
        kind is calculated on its own.
      </p>
      <KindMeanings />
      <form className="panel headroom-form" onSubmit={submit} aria-label="Question">
        <SiteChoice sites={sites} chosen={chosen} onChosen={setChosen} />
        <ZoneChoice zones={zonesOf(sites, timeZone)} chosen={timeZone} onChosen={setZone} />
        <Choice label={`Day (${timeZone})`} options={DAYS} chosen={day} onChosen={setDay} />
        <HoursChoice {...hours} onChosen={setHours} />
        <Choice label="Resolution" options={RESOLUTIONS} chosen={resolution} onChosen={setResolution} />
        <Button type="submit" className="button primary" isDisabled={siteIds.length === 0 || ask.isPending}>
          {`Ask about ${countText(siteIds.length, 'site')}`}
        </Button>
      </form>
      {ask.isPending && <Loading what={calculatingText(ask.asked, siteIds.length)} />}
      {ask.isError && <Failure what="The headroom could not be calculated" cause={ask.error} />}
      {ask.data === undefined && !ask.isPending && <Empty title="Choose sites and a day, then ask" />}
      {ask.data !== undefined && <HeadroomResult {...ask.data} />}
    </div>
  );
}

function calculatingText(asked: number, all: number): string {
  const far = asked === 0 ? '' : ` (${asked.toLocaleString('en')} of ${countText(all, 'site')} done)`;
  return `Calculating every interval of every site${far}`;
}

/** The zones of the sites, that of the answer and UTC. */
function zonesOf(sites: readonly SiteOverview[], chosen: string): string[] {
  return [...new Set([...sites.map(({ timeZone }) => timeZone).toSorted(), chosen, 'UTC'])];
}
