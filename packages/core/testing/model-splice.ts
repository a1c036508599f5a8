/** An entry of the model: slots from one up to but not including another. */
export interface ModelEntry {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

export interface KnownEntry extends ModelEntry {
  /** The number of the batch that first set it. */
  readonly first: number;
}

export interface ModelWindow {
  readonly from: number;
  readonly to: number;
  /** Entries outside of the window that end at this slot or before are dropped. */
  readonly dropUpTo?: number;
}

interface Slot {
  /** The same in all slots of one entry. */
  readonly entry: number;
  readonly value: number;
  readonly first: number;
}

/** One pair, slot by slot: what a person would expect of a splice, as slowly as that takes. Shares no code with the product. */
export class ModelSplice {
  #slots: (Slot | undefined)[];
  #entries = 0;

  constructor(slots: number) {
    this.#slots = Array.from({ length: slots });
  }

  read(): KnownEntry[] {
    const found: KnownEntry[] = [];
    this.#slots.forEach((slot, start) => {
      if (slot === undefined || this.#slots[start - 1]?.entry === slot.entry) return;
      let end = start;
      while (this.#slots[end]?.entry === slot.entry) end += 1;
      found.push({ start, end, value: slot.value, first: slot.first });
    });
    return found;
  }

  set(batch: number, entries: readonly ModelEntry[]): void {
    this.splice(batch, { from: 0, to: this.#slots.length }, entries);
  }

  /** Returns how many entries were dropped. */
  splice(batch: number, window: ModelWindow, entries: readonly ModelEntry[]): number {
    const standing = this.read();
    const isInside = (slot: number) => slot >= window.from && slot < window.to;
    this.#slots = this.#slots.map((slot, place) => (isInside(place) ? undefined : slot));
    const dropped = this.#dropEnded(window);
    for (const { start, end, value } of entries) {
      const same = standing.find((one) => one.start === start && one.end === end && one.value === value);
      this.#entries += 1;
      const slot = { entry: this.#entries, value, first: same?.first ?? batch };
      for (let place = start; place < end; place += 1) this.#slots[place] = slot;
    }
    return dropped;
  }

  #dropEnded({ dropUpTo = 0 }: ModelWindow): number {
    const ended = this.read().filter(({ end }) => end <= dropUpTo);
    for (const { start, end } of ended) {
      for (let place = start; place < end; place += 1) this.#slots[place] = undefined;
    }
    return ended.length;
  }
}
