import { demand } from '../finding.ts';
import type { Stage } from '../stage.ts';

export const SHORTEST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 15_000;
/** What a clock of milliseconds and a busy machine may take off a wait. */
export const NEARLY = 0.9;
// Where waits are short, a busy machine adds as much to one as chance does: more of them show which it was.
const CUTS = { slow: 4, fast: 8 } as const;
const FAST_PACE = 4;
// The share of the range that the waits cover, without the shortest and the longest of the many.
const SPREAD = { slow: 0.03, fast: 0.1 } as const;

function hurryOf({ pace }: Pick<Stage, 'pace'>): 'slow' | 'fast' {
  return pace >= FAST_PACE ? 'fast' : 'slow';
}

/** How often the line is cut to know how long a controller waits. */
export function cutsAt(stage: Pick<Stage, 'pace'>): number {
  return CUTS[hurryOf(stage)];
}

/** Demands that waits are long enough, not too long, and at random. */
export function judgeWaits(waits: readonly number[], stage: Pick<Stage, 'pace' | 'reactMs'>): void {
  const { pace, reactMs } = stage;
  const shown = `waited ${waits.map((wait) => Math.round(wait * pace)).join(', ')} ms; rule 8 asks for 1 to 15 s at random`;
  demand(Math.min(...waits) >= (NEARLY * SHORTEST_WAIT_MS) / pace, shown);
  demand(Math.max(...waits) <= LONGEST_WAIT_MS / pace + reactMs(), shown);
  const hurry = hurryOf(stage);
  const sorted = waits.toSorted((one, other) => one - other);
  const middle = hurry === 'fast' ? sorted.slice(1, -1) : sorted;
  const spread = Math.max(...middle) - Math.min(...middle);
  demand(spread > (SPREAD[hurry] * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS)) / pace, shown);
}
