import type { PoolAvailability } from '@setpoint/contract';
import { powerText } from '../words/power-text.ts';

export interface PowerSliderProps {
  readonly kW: number;
  readonly availability: PoolAvailability;
  readonly onMove: (text: string) => void;
}

/** Sets the figure, from all that is booked up to all that is booked down; it sends nothing. */
export function PowerSlider({ kW, availability, onMove }: PowerSliderProps) {
  const [least, most] = [-Math.ceil(availability.export.bookedkW), Math.ceil(availability.import.bookedkW)];
  const isEmpty = least === most;
  return (
    <label className="field">
      <span className="field-label">
        {isEmpty
          ? 'Nothing is booked for this service now'
          : `From ${powerText(least)} (up) to ${powerText(most)} (down)`}
      </span>
      <input
        type="range"
        className="pool-slider"
        aria-valuetext={powerText(kW)}
        min={least}
        max={most}
        value={Math.min(most, Math.max(least, kW))}
        disabled={isEmpty}
        onChange={({ target }) => onMove(target.value)}
      />
    </label>
  );
}
