import type { SnapshotWanted } from './make-snapshot.ts';
import type { Snapshots } from './remember-snapshots.ts';

export interface SnapshotPush {
  readonly snapshots: Snapshots;
  /** What the connection asked for; undefined while it cannot take one more. Dropping is safe: a later report brings it. */
  readonly wanted: () => SnapshotWanted | undefined;
  readonly send: (bytes: Buffer) => void;
  readonly onFailure: (cause: unknown) => void;
  readonly now: () => number;
}

/** What a report said that brings a snapshot again; undefined for a change, or a subscription. */
export interface Stale {
  readonly reported: string | null;
}

/** Sends the schedule of a site each time it is told to, in order; what is asked for meanwhile is one more snapshot. */
export function createSnapshotPush(pushing: SnapshotPush): (stale?: Stale) => void {
  const { snapshots, wanted, send, onFailure, now } = pushing;
  const mayResend = resendPace(now);
  let isDue = false;
  let because: Stale | undefined;
  let toldAt = 0;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        const stale = because;
        const asked = wanted();
        const snapshot = asked && (await (stale === undefined ? snapshots.anew(asked, toldAt) : snapshots.of(asked)));
        if (snapshot === undefined) continue;
        if (stale === undefined || mayResend({ ...stale, revision: snapshot.revision })) send(snapshot.bytes);
      }
    } catch (cause) {
      onFailure(cause);
    } finally {
      isRunning = false;
    }
  }
  return (stale) => {
    // A change that waits is not put off by a report.
    if (!isDue || stale === undefined) because = stale;
    isDue = true;
    toldAt = performance.now();
    if (!isRunning) void run();
  };
}

interface ToldRevisions {
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
