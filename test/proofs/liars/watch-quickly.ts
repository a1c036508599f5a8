/** What a meter shows, and what it should show. */
export interface Moment {
  readonly atMs: number;
  readonly power: number | undefined;
  readonly wanted: number;
}

export interface Seen {
  /** What is wrong, and has to be told. */
  readonly wrong: string | undefined;
  /** What is neither may be told, and need not be. */
  readonly isRight: boolean;
}

/** Looks at orders that change faster than a site can be judged by each. */
export type QuickWatch = ReturnType<typeof watchQuickly>;

const WINDOW_MS = 90_000;
const ALL_BUT_MS = 10_000;
/** Less is asked for than can be told from noise. */
const LEAST_KW = 20;

export function watchQuickly() {
  let seen: { readonly atMs: number; readonly away: number; readonly still: number }[] = [];
  const meanOf = (of: 'away' | 'still') => seen.reduce((sum, one) => sum + one[of], 0) / seen.length;
  return {
    saw({ atMs, power = 0, wanted }: Moment): Seen {
      seen.push({ atMs, away: Math.abs(power - wanted), still: Math.abs(wanted) });
      seen = seen.filter((one) => atMs - one.atMs <= WINDOW_MS);
      // A device that stands still is away by all that it is asked for.
      const [away, still] = [meanOf('away'), meanOf('still')];
      const isFull = atMs - (seen[0]?.atMs ?? atMs) > WINDOW_MS - ALL_BUT_MS;
      const isWrong = isFull && still > LEAST_KW && away > 0.85 * still;
      return { wrong: isWrong ? `powers that are ${away} kW off` : undefined, isRight: away < 0.2 * still };
    },
    forget: () => {
      seen = [];
    },
  };
}
