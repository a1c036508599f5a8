import type { Store } from '../store/store.ts';
import { listSilentSites, announceSilence } from './announce-silence.ts';
import { forSomeSites } from '../platform/for-some-sites.ts';
import type { ClockStep } from '../platform/tell-time.ts';

const SITES_PER_STEP = 250;
const SITES_AT_ONCE = 8;
const STEP_MOST_MS = 50;

export interface SilenceTelling {
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** When this process began to listen: before that, nobody could report. */
  readonly listeningSince: number;
  readonly signal?: AbortSignal;
}

/** Tells which of some sites behind one fell silent; answers with the last of them, or the beginning again. */
export async function tellSilence(telling: SilenceTelling, after: string): Promise<string> {
  const { store, now, offlineAfterMs, listeningSince, signal } = telling;
  if (now() - listeningSince <= offlineAfterMs) return after;
  const page = { after, limit: SITES_PER_STEP, before: now() - offlineAfterMs };
  const { siteIds, end } = await store.read(listSilentSites, page);
  await forSomeSites({ siteIds, atOnce: SITES_AT_ONCE, mostMs: STEP_MOST_MS, signal }, (siteId) =>
    store.write(announceSilence, { siteId, now: now(), offlineAfterMs }),
  );
  return end ?? '';
}

/** Steps over all sites, each from where the one before it ended. */
export function silenceSteps(telling: Omit<SilenceTelling, 'signal'>): ClockStep {
  let after = '';
  return async (signal) => {
    after = await tellSilence({ ...telling, signal }, after);
  };
}
