import type { PairName } from '@setpoint/contract';

/** For tests: an entry as it is set, by seconds. */
export interface ModelEntry {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

type Set = { readonly kind: 'set'; readonly pair: PairName; readonly entries: readonly ModelEntry[] };
type Report = { readonly kind: 'reported'; readonly version: number | null; readonly rejected: readonly PairName[] };

/** For tests: what happens to a site at one instant; of a hold, `name` tells which. */
export type ModelChange =
  | { readonly kind: 'set'; readonly sets: readonly Set[] }
  | { readonly kind: 'held'; readonly name: number; readonly asset: string | null }
  | { readonly kind: 'released'; readonly name: number }
  | Report;

interface Known extends ModelEntry {
  readonly version: number;
  readonly setAt: number;
}

interface Pair {
  readonly name: PairName;
  readonly entries: readonly Known[];
  readonly version: number;
  /** The last hold that let it go. */
  readonly released: { readonly heldAt: number; readonly at: number; readonly version: number } | undefined;
}

/** For tests: what becomes of the entries of one site, found by looking at each instant as it passes. */
export class ClockModel {
  readonly told: string[] = [];
  version = 0;
  readonly #pairs = new Map<PairName, Pair>();
  readonly #holds = new Map<number, { readonly asset: string | null; readonly heldAt: number }>();
  readonly #firstReported = new Map<number, number>();
  #reported: number | null = null;
  #rejected = new Map<PairName, number>();

  /** What ends as it is replaced has ended; what is applied as it starts has started. */
  pass(at: number, change: ModelChange | undefined): void {
    if (change?.kind === 'reported') this.#report(change, at);
    this.#look(at);
    if (change?.kind === 'set') this.#set(change.sets, at);
    if (change?.kind === 'held') this.#hold(change, at);
    if (change?.kind === 'released') this.#release(change.name, at);
  }

  #look(at: number): void {
    for (const pair of this.#pairs.values()) {
      for (const entry of pair.entries) {
        if (this.#isStopped(pair, entry)) continue;
        const applied = this.#appliedAt(entry);
        const begins = at === Math.max(entry.start, applied) && at < entry.end;
        if (begins && this.#has(entry.version, pair)) this.#tell(at, pair, entry);
        if (at === entry.end && entry.setAt < at) this.#tell(at, pair, entry);
      }
    }
  }

  #tell(at: number, { name }: Pair, entry: Known): void {
    const { start, end, value } = entry;
    const applied = this.#appliedAt(entry);
    const ended = applied < end ? 'completed' : 'missed';
    const isLate = applied > start && applied < end;
    this.told.push(`${at} ${name} ${start}-${end} ${value} ${at < end ? 'started' : ended}${isLate ? ' late' : ''}`);
  }

  #appliedAt(entry: Known): number {
    return Math.min(...[...this.#firstReported].flatMap(([version, at]) => (version >= entry.version ? [at] : [])));
  }

  #has(version: number, { released }: Pair): boolean {
    return this.#reported !== null && this.#reported >= Math.max(version, released?.version ?? 0);
  }

  /** A hold, or the controller, keeps it from being carried out to its end. */
  #isStopped(pair: Pair, { end }: Known): boolean {
    const { name, version, released } = pair;
    const isHeld = this.#holdsOn(name).some(({ heldAt }) => heldAt < end);
    const refusedAt = this.#has(version, pair) ? this.#rejected.get(name) : undefined;
    const wasHeld = released !== undefined && released.heldAt < end && released.at >= end;
    return isHeld || wasHeld || (refusedAt !== undefined && refusedAt < end);
  }

  #holdsOn(pair: PairName) {
    const covers = (asset: string | null) => asset === null || pair.startsWith(`${asset}/`);
    // A limit is never held.
    return [...this.#holds.values()].filter(({ asset }) => covers(asset) && pair !== 'grid/upperLimitkW');
  }

  #set(sets: readonly Set[], at: number): void {
    this.version += 1;
    const { version } = this;
    for (const { pair: name, entries } of sets) {
      const before = this.#pairs.get(name);
      const known = entries.map((entry) => {
        const same = before?.entries.find(({ start, end, value }) => {
          return start === entry.start && end === entry.end && value === entry.value;
        });
        return same ?? { ...entry, version, setAt: at };
      });
      if (known.length === 0) this.#pairs.delete(name);
      else this.#pairs.set(name, { name, entries: known, version, released: before?.released });
    }
  }

  #hold({ name, asset }: Extract<ModelChange, { kind: 'held' }>, at: number): void {
    this.version += 1;
    this.#holds.set(name, { asset, heldAt: at });
  }

  #release(name: number, at: number): void {
    const hold = this.#holds.get(name);
    if (hold === undefined) return;
    this.version += 1;
    for (const pair of this.#pairs.values()) {
      const holds = this.#holdsOn(pair.name);
      if (!holds.includes(hold)) continue;
      const heldAt = Math.min(...holds.map((one) => one.heldAt));
      const released = holds.length === 1 ? { heldAt, at, version: this.version } : undefined;
      this.#pairs.set(pair.name, { ...pair, released });
    }
    this.#holds.delete(name);
  }

  #report({ version, rejected }: Report, at: number): void {
    this.#rejected = new Map(rejected.map((pair) => [pair, this.#rejected.get(pair) ?? at]));
    this.#reported = version;
    if (version !== null && !this.#firstReported.has(version)) this.#firstReported.set(version, at);
  }
}
