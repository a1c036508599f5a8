import { powerText } from '../words/power-text.ts';

/** What is missing of what is asked for, without a sign; null where it would read as nothing. */
export function missingText(powerKw: number | null | undefined): string | null {
  const text = powerText(Math.abs(powerKw ?? 0));
  return text === powerText(0) ? null : text;
}
