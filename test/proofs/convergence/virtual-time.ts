const TURNS_TO_SETTLE = 3;

/** A clock that stands still while anything happens, and then goes straight to whatever is due next. */
export class VirtualTime {
  #nowMs = 0;
  /** The last is due first. */
  readonly #queue: { readonly atMs: number; readonly act: () => void }[] = [];

  /** Since the beginning. */
  readonly nowMs = (): number => this.#nowMs;

  /** Acts after so long; the result calls it off. */
  readonly after = (durationMs: number, act: () => void): (() => void) => {
    const due = { atMs: this.#nowMs + Math.max(0, durationMs), act };
    // Behind all that are due at the same time: what was asked first comes first.
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#queue[middle]?.atMs ?? 0) > due.atMs) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, due);
    return () => {
      const index = this.#queue.indexOf(due);
      if (index >= 0) this.#queue.splice(index, 1);
    };
  };

  /** Lets everything happen that is due by then, one after the other, each with all that follows from it at once. */
  async runUntil(untilMs: number): Promise<void> {
    for (let next = this.#queue.at(-1); next !== undefined && next.atMs <= untilMs; next = this.#queue.at(-1)) {
      this.#queue.pop();
      this.#nowMs = next.atMs;
      next.act();
      await settle();
    }
    this.#nowMs = untilMs;
  }
}

/** Until no promise is left that could go on by itself, those behind a `setImmediate` included. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_SETTLE; turn += 1) await new Promise(setImmediate);
}
