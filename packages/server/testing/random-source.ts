/** Repeatable randomness (mulberry32): the same seed draws the same sequence on every machine. */
export class RandomSource {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, and never reaching, the limit. */
  below(limit: number): number {
    return Math.floor(this.#unit() * limit);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.#unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const [chosen] = list.slice(this.below(list.length));
    if (chosen === undefined) throw new RangeError('Nothing to pick from.');
    return chosen;
  }

  shuffle<T>(list: readonly T[]): readonly T[] {
    return list
      .map((member) => ({ member, rank: this.#unit() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ member }) => member);
  }

  #unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
