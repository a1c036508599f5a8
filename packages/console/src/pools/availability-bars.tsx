import type { PoolAvailability } from '@setpoint/contract';
import { durationText } from '../words/ago-text.ts';
import { powerText } from '../words/power-text.ts';
import { reasonText } from './because-text.ts';

const SHOWN_BINDS = 3;
const MINUTE_MS = 60_000;

/** What the pool can give each way, and what stands in the way of more. */
export function AvailabilityBars({ availability }: { readonly availability: PoolAvailability }) {
  return (
    <div className="stack">
      <Bar title="Down: import" figures={availability.import} />
      <Bar title="Up: export" figures={availability.export} />
    </div>
  );
}

function Bar({ title, figures }: { readonly title: string; readonly figures: PoolAvailability['import'] }) {
  const { bookedkW, availablekW, in30sKw, in300sKw, enduranceMinutes, binds } = figures;
  // Each way has a scale of its own: all that is booked fills the bar.
  const most = Math.max(1, bookedkW, availablekW);
  const percentOf = (kW: number) => `${(Math.max(0, kW) / most) * 100}%`;
  return (
    <div className="pool-bar">
      <h3>{title}</h3>
      <p>
        <b>{powerText(availablekW)}</b> available of {powerText(bookedkW)} booked
      </p>
      <svg className="bar" aria-hidden="true" height="14" width="100%">
        <rect className="bar-track" width="100%" height="14" rx="3" />
        <rect className="bar-booked" width={percentOf(bookedkW)} height="14" rx="3" />
        <rect className="bar-available" width={percentOf(availablekW)} height="14" rx="3" />
      </svg>
      <p className="muted">
        {`${powerText(in30sKw)} within 30 s, ${powerText(in300sKw)} within 5 min`}
        {enduranceMinutes === null ? '' : `; lasts ${durationText(enduranceMinutes * MINUTE_MS)} at that power`}
      </p>
      {bookedkW > 0 && binds.length > 0 && (
        <ul className="pool-reasons">
          {binds.slice(0, SHOWN_BINDS).map((bind) => (
            <li key={bind.because}>{reasonText(bind)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
