import { Input, Label, TextField } from 'react-aria-components';
import { type Unit, UNITS, unitOf } from './condition-text.ts';

/** How long, as it is typed. */
export interface DurationDraft {
  readonly amount: string;
  readonly unit: Unit['id'];
}

export function durationDraft(minutes: number): DurationDraft {
  const unit = unitOf(minutes);
  return { amount: String(minutes / unit.minutes), unit: unit.id };
}

/** NaN for what is no number; the service says what it takes. */
export function minutesOf({ amount, unit }: DurationDraft): number {
  const { minutes } = UNITS.find(({ id }) => id === unit) ?? UNITS[0];
  return Math.round(Number(amount) * minutes);
}

export interface DurationFieldProps {
  readonly label: string;
  readonly draft: DurationDraft;
  readonly onChange: (draft: DurationDraft) => void;
}

export function DurationField({ label, draft, onChange }: DurationFieldProps) {
  return (
    <div className="duration">
      <TextField
        className="field"
        value={draft.amount}
        onChange={(amount) => onChange({ ...draft, amount: amount.replaceAll(/\D/g, '') })}
        isRequired
      >
        <Label>{label}</Label>
        <Input inputMode="numeric" maxLength={6} />
      </TextField>
      <select
        aria-label="Unit of time"
        className="cell-input"
        value={draft.unit}
        onChange={({ target }) =>
          onChange({ ...draft, unit: (UNITS.find(({ id }) => id === target.value) ?? UNITS[0]).id })
        }
      >
        {UNITS.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </div>
  );
}
