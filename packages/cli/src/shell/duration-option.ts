import { InvalidArgumentError } from 'commander';
import { numberOption } from './number-option.ts';
import { durationMs } from './read-time.ts';

const UNIT_MS = { milliseconds: 1, seconds: 1_000, minutes: 60_000 } as const;

export interface DurationBounds {
  /** Of a number without a unit, and of the result and the bounds. */
  readonly unit: keyof typeof UNIT_MS;
  readonly least: number;
  readonly most: number;
  readonly isFraction?: boolean;
}

/** Reads a duration such as `90s`, `15m` or `2h`; a plain number has the unit of the option. */
export function durationOption({ unit, least, most, isFraction = false }: DurationBounds): (text: string) => number {
  const plain = numberOption({ least, most, isWhole: !isFraction });
  return (text) => {
    const ms = durationMs(text);
    try {
      return plain(ms === undefined ? text : String(ms / UNIT_MS[unit]));
    } catch {
      const bounds = `from ${durationText(least * UNIT_MS[unit])} to ${durationText(most * UNIT_MS[unit])}`;
      const whole = isFraction ? '' : `, in whole ${unit}`;
      throw new InvalidArgumentError(`It must be a duration such as ${exampleOf(unit)}, ${bounds}${whole}.`);
    }
  };
}

function exampleOf(unit: DurationBounds['unit']): string {
  return unit === 'minutes' ? '15m or 2h' : '90s, 15m or 2h';
}

const LONGEST_FIRST = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** `2h`, `1d`, `90s`: in the largest unit of which it is a whole number. */
export function durationText(ms: number): string {
  if (ms === 0) return '0s';
  const [unit, length] = LONGEST_FIRST.find(([, one]) => ms % one === 0) ?? ['ms', 1];
  return `${ms / length}${unit}`;
}
