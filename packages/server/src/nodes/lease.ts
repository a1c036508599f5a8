/** The right to do what one node does for all, a few seconds at a time. */
export interface Lease {
  /** The number under which this node is chosen; undefined while it is not. No other node ever has the same. */
  term(): number | undefined;
  /** Takes what was got by a question that was asked then; nothing, if another node is chosen. */
  take(term: number | undefined, askedAt: number): void;
}

export const LEASE_MS = 5_000;

/** A lease by a clock that nobody can set: it ends here no later than in the database, which counts from the answer. */
export function createLease(now: () => number = () => performance.now()): Lease {
  let held: { readonly term: number; readonly untilMs: number } | undefined;
  return {
    term: () => (held !== undefined && now() < held.untilMs ? held.term : undefined),
    take(term, askedAt) {
      held = term === undefined ? undefined : { term, untilMs: askedAt + LEASE_MS };
    },
  };
}
