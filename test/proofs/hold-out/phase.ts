import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Figures, NEVER, timesOf } from './figures.ts';

type Measured = 'publicMs' | 'anewMs' | 'postMs' | 'livezMs' | 'holdMs' | 'eventMs';

/** Collects what begins while one attack runs, also if it ends later. */
export class Phase {
  readonly #times = new Map<Measured, number[]>();
  readonly #failures = new Map<string, number>();
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  readonly #underWay = new Set<Promise<unknown>>();

  constructor() {
    this.#delay.enable();
  }

  note(measured: Measured, ms: number): void {
    const times = this.#times.get(measured) ?? [];
    times.push(ms);
    this.#times.set(measured, times);
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
    this.#delay.disable();
    await Promise.allSettled(this.#underWay);
    const of = (measured: Measured) => timesOf(this.#times.get(measured) ?? []);
    return {
      publicMs: of('publicMs'),
      anewMs: of('anewMs'),
      postMs: of('postMs'),
      livezMs: of('livezMs'),
      holdMs: of('holdMs'),
      eventMs: of('eventMs'),
      ownDelayMs: Math.round(this.#delay.percentile(99) / 1e6),
      failures: Object.fromEntries(this.#failures),
    };
  }
}

/** The phase that things begin in now. */
export interface Now {
  phase: Phase;
  readonly over: AbortSignal;
}
