import { HOURS_OF_CLOCK } from './hours-view.ts';

export interface HoursChoiceProps {
  readonly fromHour: number;
  readonly toHour: number;
  readonly onChosen: (hours: { readonly fromHour: number; readonly toHour: number }) => void;
}

/** From which full hour to which. */
export function HoursChoice({ fromHour, toHour, onChosen }: HoursChoiceProps) {
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
