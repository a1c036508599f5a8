/** What the good client waits for, in milliseconds: an answer, a snapshot, the last confirmation of a hold, a probe. */
const MEASURED = ['publicMs', 'postMs', 'holdMs', 'livezMs'] as const;
type Measured = (typeof MEASURED)[number];

/** What the good client saw while one attack ran. */
export interface Figures extends Readonly<Record<Measured, Times>> {
  /** What failed, by what it was. */
  readonly failures: Readonly<Record<string, number>>;
}

interface Times {
  readonly count: number;
  readonly p99: number;
  readonly max: number;
}

/** A request without a good answer took for ever. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Collects what begins while one attack runs, also if it ends later. */
export class Phase {
  readonly #times: Record<Measured, number[]> = { publicMs: [], postMs: [], holdMs: [], livezMs: [] };
  readonly #failures = new Map<string, number>();
  readonly #underWay = new Set<Promise<unknown>>();

  note(measured: Measured, ms: number): void {
    this.#times[measured].push(ms);
  }

  fail(measured: Measured, what: string): void {
    this.note(measured, NEVER);
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
  }

  /** The figures wait for it. */
  track(work: Promise<unknown>): void {
    this.#underWay.add(work);
    const forget = () => this.#underWay.delete(work);
    work.then(forget, forget);
  }

  async figures(): Promise<Figures> {
    await Promise.allSettled(this.#underWay);
    const times = Object.fromEntries(MEASURED.map((measured) => [measured, timesOf(this.#times[measured])]));
    return { ...(times as Record<Measured, Times>), failures: Object.fromEntries(this.#failures) };
  }
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p99: at(0.99), max: at(1) };
}

/** The phase that things begin in now. */
export interface Now {
  phase: Phase;
  readonly over: AbortSignal;
}
