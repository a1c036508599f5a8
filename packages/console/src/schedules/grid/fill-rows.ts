import { parseTime, timeText } from './parse-time.ts';
import type { DraftRow } from './read-rows.ts';

export interface Filling {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly value: string;
  readonly timeZone: string;
}

/** The rows with a period filled step by step; entries within it are replaced, those that reach into it are cut. */
export function fillRows(rows: readonly DraftRow[], filling: Filling): DraftRow[] {
  const { fromMs, toMs, stepMs, value, timeZone } = filling;
  const filled: DraftRow[] = [];
  // Steps are real time: the long day has 100 quarter hours, the short one 92.
  for (let at = fromMs; at < toMs; at += stepMs) {
    const to = timeText(Math.min(at + stepMs, toMs), timeZone);
    filled.push({ id: crypto.randomUUID(), from: timeText(at, timeZone), to, value });
  }
  const kept = rows.flatMap((row) => remainders(row, filling));
  return [...kept.filter(({ startMs }) => startMs < fromMs), ...kept.filter(({ startMs }) => startMs >= fromMs)]
    .map(({ row }) => row)
    .toSpliced(kept.filter(({ startMs }) => startMs < fromMs).length, 0, ...filled);
}

interface Kept {
  readonly row: DraftRow;
  readonly startMs: number;
}

function remainders(row: DraftRow, { fromMs, toMs, timeZone }: Filling): Kept[] {
  const [start, end] = [parseTime(row.from, timeZone), parseTime(row.to, timeZone)];
  // A row that cannot be read is kept: the user has to correct it.
  if (start.kind !== 'instant' || end.kind !== 'instant') return [{ row, startMs: Number.NEGATIVE_INFINITY }];
  if (end.ms <= fromMs || start.ms >= toMs) return [{ row, startMs: start.ms }];
  const parts: Kept[] = [];
  if (start.ms < fromMs) parts.push({ row: { ...row, to: timeText(fromMs, timeZone) }, startMs: start.ms });
  if (end.ms > toMs) {
    const rest = { ...row, id: crypto.randomUUID(), from: timeText(toMs, timeZone) };
    parts.push({ row: rest, startMs: toMs });
  }
  return parts;
}
