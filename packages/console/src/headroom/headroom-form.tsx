import type { SiteOverview } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { PoolChoice } from '../pools/pool-choice.tsx';
import { Choice, type ChoiceProps } from '../shell/choice.tsx';
import { type HeadroomChoice, RESOLUTIONS } from './headroom-choice.ts';
import { HoursChoice } from './hours-choice.tsx';
import { SiteChoice } from './site-choice.tsx';
import { ZoneChoice } from './zone-choice.tsx';

export interface HeadroomFormProps {
  /** The sites that can be chosen. */
  readonly offered: readonly SiteOverview[];
  readonly timeZone: string;
  readonly days: ChoiceProps['options'];
  readonly day: string;
  readonly choice: HeadroomChoice;
  readonly onChosen: (part: Partial<HeadroomChoice>) => void;
  readonly children: ReactNode;
}

/** What is asked: for which sites, and for when. */
export function HeadroomForm(props: HeadroomFormProps) {
  const { offered, timeZone, days, day, choice, onChosen, children } = props;
  const { poolId, siteIds, fromHour, toHour, resolution } = choice;
  return (
    <section className="panel headroom-form" aria-label="Question">
      <PoolChoice isLabelled poolId={poolId} onPool={(chosen) => onChosen({ poolId: chosen, siteIds: undefined })} />
      <SiteChoice
        sites={offered}
        chosen={siteIds === undefined ? 'all' : new Set(siteIds)}
        onChosen={(chosen) => onChosen({ siteIds: chosen === 'all' ? undefined : [...chosen] })}
      />
      <ZoneChoice
        zones={zonesOf(offered, timeZone)}
        chosen={timeZone}
        onChosen={(zone) => onChosen({ timeZone: zone })}
      />
      <Choice label={`Day (${timeZone})`} options={days} chosen={day} onChosen={(one) => onChosen({ day: one })} />
      <HoursChoice fromHour={fromHour} toHour={toHour} onChosen={onChosen} />
      <Choice
        label="Resolution"
        options={RESOLUTIONS}
        chosen={String(resolution)}
        onChosen={(one) => onChosen({ resolution: Number(one) })}
      />
      {children}
    </section>
  );
}

/** The zones of the sites, that of the answer and UTC. */
function zonesOf(sites: readonly SiteOverview[], chosen: string): string[] {
  return [...new Set([...sites.map(({ timeZone }) => timeZone).toSorted(), chosen, 'UTC'])];
}
