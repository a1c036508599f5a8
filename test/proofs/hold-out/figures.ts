/** What the good client saw while one attack ran; times in milliseconds. */
export interface Figures {
  readonly publicMs: Times;
  /** Over a connection that is made for it; of these nothing is asked, and they are shown. */
  readonly anewMs: Times;
  /** From the POST to the snapshot at the controller. */
  readonly postMs: Times;
  readonly livezMs: Times;
  /** From the hold of all sites to the last confirmation. */
  readonly holdMs: Times;
  /** From an acknowledged batch to its event. */
  readonly eventMs: Times;
  /** How late the good client's own timers were: what it cannot blame on the service. */
  readonly ownDelayMs: number;
  /** What failed, by what it was. */
  readonly failures: Readonly<Record<string, number>>;
}

interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A request without a good answer took for ever. */
export const NEVER = Number.MAX_SAFE_INTEGER;

export function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

export interface Bounds {
  readonly publicP99Ms: number;
  readonly postP99Ms: number;
  readonly holdMs: number;
  readonly livezMs: number;
}

export const BOUNDS: Bounds = { publicP99Ms: 250, postP99Ms: 500, holdMs: 1_000, livezMs: 1_000 };

/** What is beyond its bound; a figure that was never taken is, too. */
export function judge(figures: Figures, bounds: Bounds): string[] {
  const rows = [
    ['public p99', figures.publicMs.count, figures.publicMs.p99, bounds.publicP99Ms],
    ['POST to controller p99', figures.postMs.count, figures.postMs.p99, bounds.postP99Ms],
    ['hold of all sites', figures.holdMs.count, figures.holdMs.max, bounds.holdMs],
    ['/livez', figures.livezMs.count, figures.livezMs.max, bounds.livezMs],
  ] as const;
  return rows.flatMap(([what, count, ms, most]) => {
    if (count === 0) return [`${what} was never measured`];
    return ms <= most ? [] : [`${what} ${textOfMs(ms)}, ${most} ms allowed`];
  });
}

export function textOfMs(ms: number): string {
  return ms >= NEVER ? 'never' : ms >= 10_000 ? `${Math.round(ms / 1_000)} s` : `${ms} ms`;
}
