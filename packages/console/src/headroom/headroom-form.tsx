import type { SiteOverview } from '@setpoint/contract';
import type { ReactNode } from 'react';
import { PoolChoice } from '../pools/pool-choice.tsx';
import { Choice, type ChoiceProps } from '../shell/choice.tsx';
import { type HeadroomChoice, RESOLUTIONS } from './headroom-choice.ts';
import { SiteChoice } from './site-choice.tsx';
import { HOURS_OF_CLOCK } from './hours-view.ts';

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

interface ZoneChoiceProps {
  readonly zones: readonly string[];
  readonly chosen: string;
  readonly onChosen: (timeZone: string) => void;
}

/** Whose days are asked about: those of the market, as a rule. */
function ZoneChoice({ zones, chosen, onChosen }: ZoneChoiceProps) {
  return (
    <div className="field">
      <label htmlFor="headroom-zone">Time zone</label>
      <select
        id="headroom-zone"
        className="cell-input"
        value={chosen}
        onChange={({ currentTarget: { value } }) => onChosen(value)}
      >
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </select>
    </div>
  );
}

interface HoursChoiceProps {
  readonly fromHour: number;
  readonly toHour: number;
  readonly onChosen: (hours: { readonly fromHour: number; readonly toHour: number }) => void;
}

/** From which full hour to which. */
function HoursChoice({ fromHour, toHour, onChosen }: HoursChoiceProps) {
  return (
    <div className="field">
      <span className="field-label" id="hours-label">
        Hours
      </span>
      <div className="hours" role="group" aria-labelledby="hours-label">
        <HourSelect
          label="From"
          hours={hoursBetween(0, HOURS_OF_CLOCK - 1)}
          chosen={fromHour}
          onChosen={(hour) => onChosen({ fromHour: hour, toHour: Math.max(toHour, hour + 1) })}
        />
        to
        <HourSelect
          label="To"
          hours={hoursBetween(fromHour + 1, HOURS_OF_CLOCK)}
          chosen={toHour}
          onChosen={(hour) => onChosen({ fromHour, toHour: hour })}
        />
      </div>
    </div>
  );
}

interface HourSelectProps {
  readonly label: string;
  readonly hours: readonly number[];
  readonly chosen: number;
  readonly onChosen: (hour: number) => void;
}

function HourSelect({ label, hours, chosen, onChosen }: HourSelectProps) {
  return (
    <select
      aria-label={label}
      className="cell-input"
      value={chosen}
      onChange={({ target }) => onChosen(Number(target.value))}
    >
      {hours.map((hour) => (
        <option key={hour} value={hour}>
          {`${String(hour).padStart(2, '0')}:00`}
        </option>
      ))}
    </select>
  );
}

function hoursBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
