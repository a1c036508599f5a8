import type { Store } from '../../store/store.ts';
import { listSilentSites, announceSilence } from './announce-silence.ts';
import { forSomeSites } from '../../platform/loops/for-some-sites.ts';
import type { ClockStep } from '../../platform/loops/tell-time.ts';

const SITES_PER_STEP = 250;
const SITES_AT_ONCE = 8;
const STEP_MOST_MS = 50;

export interface SilenceTelling {
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** Since when this process listens without a gap: before that, nobody could report. */
  readonly listeningSince: () => number;
  readonly signal?: AbortSignal;
}

interface SilenceTold {
  /** The last of the sites; the beginning again behind all. */
  readonly end: string;
  /** When one of them may fall silent. */
  readonly dueAt: number;
}

/** Tells which of some sites behind one fell silent. */
export async function tellSilence(telling: SilenceTelling, after: string): Promise<SilenceTold> {
  const { store, now, offlineAfterMs, signal } = telling;
  const since = telling.listeningSince();
  if (now() - since <= offlineAfterMs) return { end: after, dueAt: since + offlineAfterMs + 1 };
  const page = { after, limit: SITES_PER_STEP, before: now() - offlineAfterMs };
  const { siteIds, end, firstReportAt } = await store.read(listSilentSites, page);
  await forSomeSites({ turns: siteIds, atOnce: SITES_AT_ONCE, mostMs: STEP_MOST_MS, signal }, (siteId) =>
    store.write(announceSilence, { siteId, now: now(), offlineAfterMs, listeningSince: since }),
  );
  const dueAt = firstReportAt === undefined ? Number.MAX_SAFE_INTEGER : firstReportAt + offlineAfterMs + 1;
  return { end: end ?? '', dueAt };
}

/**
 * Walks over all sites, some at each step. Then it rests until one may have fallen silent: who reports only puts that
 * off, and who comes online meanwhile has the whole time from then on.
 */
export function silenceSteps(telling: Omit<SilenceTelling, 'signal'>): ClockStep {
  const { now, offlineAfterMs } = telling;
  let after = '';
  let dueAt = 0;
  let walkDueAt = Number.MAX_SAFE_INTEGER;
  return async (signal) => {
    if (now() < dueAt && now() > dueAt - offlineAfterMs - 1) return dueAt;
    if (after === '') walkDueAt = now() + offlineAfterMs;
    const told = await tellSilence({ ...telling, signal }, after);
    walkDueAt = Math.min(walkDueAt, told.dueAt);
    after = told.end;
    dueAt = after === '' ? walkDueAt : 0;
    return dueAt;
  };
}
