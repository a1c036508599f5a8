import { type FormEvent, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { daysView } from '../../shell/view.ts';
import { fillRows } from './fill-rows.ts';
import { parseTime, timeText } from './parse-time.ts';
import { type DraftRow, valueProblem } from './read-rows.ts';

export interface FillFormProps {
  readonly rows: readonly DraftRow[];
  readonly unit: string;
  readonly timeZone: string;
  readonly onRows: (rows: readonly DraftRow[]) => void;
}

const STEPS = [
  { label: 'quarter hours', minutes: 15 },
  { label: 'half hours', minutes: 30 },
  { label: 'hours', minutes: 60 },
  { label: '4-hour blocks', minutes: 240 },
  { label: 'one entry', minutes: Number.POSITIVE_INFINITY },
];

/** Fills a period with one value, in steps. */
export function FillForm({ rows, unit, timeZone, onRows }: FillFormProps) {
  const tomorrow = daysView(Date.now(), timeZone, { first: 1, days: 1 });
  const [from, setFrom] = useState(timeText(tomorrow.fromMs, timeZone));
  const [to, setTo] = useState(timeText(tomorrow.toMs, timeZone));
  const [value, setValue] = useState('');
  const [minutes, setMinutes] = useState(15);
  const [problem, setProblem] = useState<string>();
  const fill = (event: FormEvent) => {
    event.preventDefault();
    const [start, end] = [parseTime(from, timeZone), parseTime(to, timeZone)];
    if (start.kind !== 'instant' || end.kind !== 'instant')
      return setProblem('Start and end must each be one unambiguous time');
    if (end.ms <= start.ms) return setProblem('The end must be later than the start');
    const badValue = valueProblem(value);
    setProblem(badValue);
    if (badValue !== undefined) return undefined;
    const stepMs = Math.min(minutes * 60_000, end.ms - start.ms);
    return onRows(fillRows(rows, { fromMs: start.ms, toMs: end.ms, stepMs, value, timeZone }));
  };
  return (
    <form className="inline-form sunken fill" onSubmit={fill} aria-label="Fill a period">
      <TextField className="field" value={from} onChange={setFrom}>
        <Label>Fill from</Label>
        <Input />
      </TextField>
      <TextField className="field" value={to} onChange={setTo}>
        <Label>to</Label>
        <Input />
      </TextField>
      <TextField className="field fill-value" value={value} onChange={setValue}>
        <Label>with ({unit})</Label>
        <Input inputMode="decimal" />
      </TextField>
      <div className="field">
        <label htmlFor="fill-step">in</label>
        <select
          id="fill-step"
          className="cell-input"
          value={minutes}
          onChange={({ target }) => setMinutes(Number(target.value))}
        >
          {STEPS.map((step) => (
            <option key={step.label} value={step.minutes}>
              {step.label}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" className="button">
        Fill
      </Button>
      {problem !== undefined && (
        <p className="line problem" role="alert">
          ⚠ {problem}
        </p>
      )}
    </form>
  );
}
