import type { CommandText } from '../command-text/command-text.ts';
import { seriesOf } from '../command-text/read-command.ts';
import type { Interval } from '../time/series.ts';

/** What was set for a pair from an instant on, until the next: the text of its command, or nothing. */
export interface Standing {
  readonly fromMs: number;
  readonly text: CommandText | null;
}

/** A stretch of time over which an entry was in force: it may have been set late, replaced early or held. */
export interface InForce extends Interval {
  /** The whole entry, as it was set. */
  readonly entry: Interval;
}

/** When the entries of a pair were in force, from all that was set for it in the order of versions. */
export function inForceOf(standings: readonly Standing[]): InForce[] {
  const pieces: InForce[] = [];
  for (const { fromMs, toMs, text } of stretchesOf(standings)) {
    if (text === null || toMs <= fromMs) continue;
    for (const entry of seriesOf(text)) {
      const piece = {
        startMs: Math.max(entry.startMs, fromMs),
        endMs: Math.min(entry.endMs, toMs),
        value: entry.value,
      };
      if (piece.startMs < piece.endMs) addPiece(pieces, { ...piece, entry });
    }
  }
  return pieces;
}

// If the clock was set back, the later version decides.
function stretchesOf(standings: readonly Standing[]): (Standing & { readonly toMs: number })[] {
  let toMs = Number.POSITIVE_INFINITY;
  const backwards = standings.toReversed().map((standing) => {
    const stretch = { ...standing, toMs };
    toMs = Math.min(toMs, standing.fromMs);
    return stretch;
  });
  return backwards.toReversed();
}

// An entry that is set again unchanged stays in force.
function addPiece(pieces: InForce[], piece: InForce): void {
  const last = pieces.at(-1);
  if (last?.endMs === piece.startMs && isSameEntry(last.entry, piece.entry)) {
    pieces[pieces.length - 1] = { ...last, endMs: piece.endMs };
  } else pieces.push(piece);
}

function isSameEntry(one: Interval, other: Interval): boolean {
  return one.startMs === other.startMs && one.endMs === other.endMs && one.value === other.value;
}

/** What is left of some stretches without a stretch of time. */
export function withoutTime(pieces: readonly InForce[], fromMs: number, toMs: number): InForce[] {
  return pieces.flatMap((piece) => {
    if (piece.endMs <= fromMs || piece.startMs >= toMs) return [piece];
    const parts = [
      { ...piece, endMs: Math.min(piece.endMs, fromMs) },
      { ...piece, startMs: Math.max(piece.startMs, toMs) },
    ];
    return parts.filter(({ startMs, endMs }) => startMs < endMs);
  });
}
