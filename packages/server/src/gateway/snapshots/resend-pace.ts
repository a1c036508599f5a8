export interface ToldRevisions {
  /** What a controller says that it has, and what it should have. */
  readonly reported: string | null;
  readonly revision: string;
}

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/**
 * Decides whether a report that names another revision brings the snapshot again. A controller that says the same as
 * before does not understand it: it gets it seldom, for a snapshot may have a megabyte, and reports come every 30 s.
 */
export function resendPace(now: () => number): (told: ToldRevisions) => boolean {
  let last: (ToldRevisions & { readonly atMs: number; readonly pauseMs: number }) | undefined;
  return ({ reported, revision }) => {
    const atMs = now();
    const isSame = last?.reported === reported && last.revision === revision;
    if (last === undefined || !isSame) {
      last = { reported, revision, atMs, pauseMs: FIRST_PAUSE_MS };
      return true;
    }
    // A clock that was set back must not stop it.
    if (Math.abs(atMs - last.atMs) < last.pauseMs) return false;
    last = { ...last, atMs, pauseMs: Math.min(2 * last.pauseMs, LONGEST_PAUSE_MS) };
    return true;
  };
}
