import type { SpliceWindow } from '../command-text/splice-text.ts';
import { explainBadInstant } from '../time/explain-bad-instant.ts';
import { parseInstant } from '../time/parse-instant.ts';
import type { NamedCommand, PlacedEntry } from './parse-entries.ts';
import { entryPlace, type Problem } from './problem.ts';

/** Reads the window of a splice; undefined, with its problems, if it is none. */
export function parseWindow(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  problems: Problem[],
): SpliceWindow | undefined {
  const [fromMs, toMs] = [parseEnd('from', from, problems), parseEnd('to', to, problems)];
  if (from === undefined || to === undefined || fromMs === undefined || toMs === undefined) return undefined;
  if (fromMs < toMs) return { fromMs, toMs, from, to };
  problems.push({ rule: 'empty_interval', place: 'to', text: `to ${to} must be after from ${from}` });
  return undefined;
}

function parseEnd(place: 'from' | 'to', text: string | undefined, problems: Problem[]): number | undefined {
  const instantMs = text === undefined ? undefined : parseInstant(text);
  if (text === undefined)
    problems.push({ rule: 'schema', place, text: 'missing; a batch for a window has from and to' });
  else if (instantMs === undefined) problems.push({ rule: 'instant', place, text: explainBadInstant(text) });
  return instantMs;
}

interface OutsiderContext {
  readonly window: SpliceWindow;
  readonly problems: Problem[];
}

/** Finds the entries that reach beyond the window: what lies there must stay as it is. */
export function findOutsiders(
  { index, pair }: NamedCommand,
  entries: readonly PlacedEntry[],
  { window, problems }: OutsiderContext,
): void {
  for (const entry of entries) {
    if (entry.startMs >= window.fromMs && entry.endMs <= window.toMs) continue;
    const text = `${pair} ${entry.startAt} to ${entry.endAt} reaches beyond the window, ${window.from} to ${window.to}`;
    problems.push({ rule: 'outside_window', place: entryPlace(index, entry.index), pair, text });
  }
}
