import { SITE_STATES } from '@setpoint/contract';
import type { Metrics } from '../../platform/figures/metrics.ts';
import { BEFORE_ALL_SITES } from '../../sites/list-sites.ts';
import type { Store } from '../../store/store.ts';
import { findRegisteredSites } from './find-registered-sites.ts';

export interface WatchedSites {
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
}

const KEPT_FOR_MS = 10_000;
const EVERYTHING = { name: undefined, online: undefined, state: undefined, issues: undefined, poolId: undefined };

export function siteMetrics(metrics: Metrics, watched: WatchedSites): void {
  const { now } = watched;
  let counted: { readonly at: number; readonly byState: Promise<Map<string, number>> } | undefined;
  metrics.addGauge('sites{state}', 'Sites by delivery state; counted at most every 10 s.', () => {
    // Ten thousand sites are some work, and more than one may ask.
    if (counted === undefined || now() - counted.at >= KEPT_FOR_MS) counted = { at: now(), byState: count(watched) };
    return counted.byState;
  });
}

async function count({ store, now, offlineAfterMs }: WatchedSites): Promise<Map<string, number>> {
  const byState = new Map<string, number>(SITE_STATES.map((state) => [state, 0]));
  const all = { filter: EVERYTHING, after: BEFORE_ALL_SITES, limit: Number.MAX_SAFE_INTEGER };
  const sites = await findRegisteredSites(store, { ...all, now: now(), offlineAfterMs });
  for (const { state } of sites) byState.set(state, (byState.get(state) ?? 0) + 1);
  return byState;
}
