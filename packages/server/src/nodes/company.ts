/** Whether there are other nodes over the same database, as far as this one has heard. */
export interface Company {
  /** What to say on a new link, so that others know of this node and answer; and now and then after that. */
  word(isFirst: boolean): string;
  /** Takes what another node said; answers with what it must be told for that, if anything. */
  hear(text: string): string | undefined;
  isThere(): boolean;
}

const GREETING = 'h';
const PRESENT = 'a';
// Several words may be lost before.
const GONE_AFTER_MS = 60_000;

export function createCompany(now: () => number = () => performance.now()): Company {
  let heardAt = Number.NEGATIVE_INFINITY;
  return {
    word: (isFirst) => (isFirst ? GREETING : PRESENT),
    hear(text) {
      heardAt = now();
      return text === GREETING ? PRESENT : undefined;
    },
    isThere: () => now() - heardAt < GONE_AFTER_MS,
  };
}
