import { type Slice, sweep, type Window } from '../time/sweep.ts';
import type { Commands } from '../time/values-at.ts';

export interface Pieces {
  readonly commands: Commands;
  readonly window: Window;
  /** The length of each interval; the last one ends with the window. */
  readonly stepMs: number;
  /** When the storage was last known. */
  readonly storedAt: number | undefined;
}

/** Visits every slice, cut where intervals begin and where the storage was last known; before the window, too. */
export function sweepPieces(pieces: Pieces, visit: (piece: Slice, interval: number) => void): void {
  const { commands, window, stepMs, storedAt } = pieces;
  const fromMs = Math.min(window.fromMs, storedAt ?? window.fromMs);
  sweep(commands, { fromMs, toMs: window.toMs }, (slice) => {
    for (const piece of piecesOf(slice, pieces)) visit(piece, Math.floor((piece.fromMs - window.fromMs) / stepMs));
  });
}

function* piecesOf(slice: Slice, { window, stepMs, storedAt }: Pieces): Generator<Slice> {
  let { fromMs } = slice;
  while (fromMs < slice.toMs) {
    const index = Math.floor((fromMs - window.fromMs) / stepMs);
    let toMs = Math.min(slice.toMs, fromMs < window.fromMs ? window.fromMs : window.fromMs + (index + 1) * stepMs);
    if (storedAt !== undefined && storedAt > fromMs && storedAt < toMs) toMs = storedAt;
    yield { fromMs, toMs, values: slice.values };
    fromMs = toMs;
  }
}
