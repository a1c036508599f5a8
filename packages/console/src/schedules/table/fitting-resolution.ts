import { dateView } from '../../shell/view.ts';
import type { TableDraft } from './csv-request.ts';

export const RESOLUTIONS = [
  { minutes: 15, label: 'Quarter hours', one: 'quarter hour' },
  { minutes: 30, label: 'Half hours', one: 'half hour' },
  { minutes: 60, label: 'Hours', one: 'hour' },
] as const;

const MINUTE_MS = 60_000;

/** How many values a day takes; undefined if it is no day. */
export function valuesOfDay(day: string, resolution: number, timeZone: string): number | undefined {
  const view = dateView(day, timeZone);
  return view === undefined ? undefined : (view.toMs - view.fromMs) / MINUTE_MS / resolution;
}

/** The other resolution of the day that takes as many values as the table has. */
export function fittingResolution({ kind, day, resolution, text }: TableDraft, timeZone: string) {
  const count = kind === 'day' ? countValues(text) : 0;
  const fits = (minutes: number) => count > 0 && valuesOfDay(day, minutes, timeZone) === count;
  const other = RESOLUTIONS.find(({ minutes }) => fits(minutes));
  return other === undefined || other.minutes === resolution ? undefined : { resolution: other.minutes, count };
}

/** The values of a column, gaps included, or of a row; 0 for a table of several columns. */
function countValues(text: string): number {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const name = lines[first]?.replaceAll('"', '').trim().toLowerCase() ?? '';
  if (!/\d/.test(name)) return /[;,\t]/.test(name) ? 0 : lines.length - first - 1;
  return lines.length === 1 ? name.split(/[;\t]/).length : lines.length;
}
