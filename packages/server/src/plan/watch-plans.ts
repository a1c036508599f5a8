import { findPair, LIMITS, type SiteId } from '@setpoint/contract';
import {
  type Commands,
  instantText,
  issuesOf,
  newIssues,
  type PlanInput,
  type PlanIssue,
  resolvePlan,
} from '@setpoint/core';
import { siteOutlook } from './site-outlook.ts';
import { watchLoad } from '../platform/figures/watch-load.ts';
import { type DueWork, type DueWorking, workWhenDue } from '../platform/loops/work-when-due.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../events/write-events.ts';
import {
  listPlanDueSites,
  type PlanCheck,
  readWatchedSite,
  recordPlanIssues,
  type WatchedSite,
} from './record-plan-issues.ts';

const PAUSE_MS = 100;
// Sizes of devices change without an event.
const REST_MS = 15_000;
const SITES_PER_STEP = 250;
const MOST_AT_ONCE = 50;
// The time of each step: plans are checked in the time that requests leave.
const BUSY_MS = 1;
const IDLE_MS = 5;
const FARTHEST_MS = LIMITS.maxWindowDays * 86_400_000;
// The state of charge goes its own way, and with it what backs the bookings.
const ENERGY_EVERY_MS = 900_000;
const FARTHER_EVERY_MS = 86_400_000;

export interface PlanWatching extends Omit<DueWork, 'pauseMs' | 'restMs'> {
  readonly store: Store;
}

/** Walks over the sites, checks the plans that may differ, and announces the issues that are new in them. */
export function watchPlans({ store, ...work }: PlanWatching): DueWorking {
  const { now } = work;
  let due: readonly SiteId[] = [];
  let after = '';
  let nextAt = Number.MAX_SAFE_INTEGER;
  let hasNews = false;
  let isFirstWalk = true;
  const load = watchLoad();

  async function findDue(): Promise<void> {
    if (after === '') {
      nextAt = Number.MAX_SAFE_INTEGER;
      hasNews = false;
    }
    const page = { after, among: SITES_PER_STEP, limit: MOST_AT_ONCE, upTo: now(), isThorough: isFirstWalk };
    const found = await store.read(listPlanDueSites, page);
    due = found.siteIds;
    after = found.end ?? '';
    if (after === '') isFirstWalk = false;
    nextAt = Math.min(nextAt, found.againAt ?? nextAt);
  }
  async function checkDue(signal: AbortSignal): Promise<void> {
    const checks: PlanCheck[] = [];
    try {
      await checkEach(signal, checks);
    } finally {
      if (checks.length > 0) await store.write(recordPlanIssues, { checks });
    }
  }
  async function checkEach(signal: AbortSignal, checks: PlanCheck[]): Promise<void> {
    let leftMs = load.isIdle() ? IDLE_MS : BUSY_MS;
    for (const siteId of due) {
      if (signal.aborted || leftMs <= 0) return;
      due = due.slice(1);
      const startedAt = performance.now();
      const check = await checkPlan(store, siteId, now());
      leftMs -= performance.now() - startedAt;
      if (check === undefined) continue;
      nextAt = Math.min(nextAt, check.mark.againAt);
      checks.push(check);
    }
  }
  const working = workWhenDue({ ...work, pauseMs: PAUSE_MS, restMs: REST_MS }, async (signal) => {
    if (due.length === 0) await findDue();
    await checkDue(signal);
    // News of a site that the walk has passed is for the next one.
    return due.length > 0 || after !== '' || hasNews ? now() : nextAt;
  });
  return {
    ...working,
    wake() {
      hasNews = true;
      working.wake();
    },
  };
}

/** What is to be written of the plan of a site. */
export async function checkPlan(store: Store, siteId: SiteId, now: number): Promise<PlanCheck | undefined> {
  const watched = await store.read(readWatchedSite, { siteId });
  if (watched === undefined) return undefined;
  const { site, ratings, lookedAt } = watched;
  const outlook = siteOutlook(site);
  const lastAt = Math.max(now, ...[...outlook.commands.values()].map((series) => series.at(-1)?.endMs ?? 0));
  const window = { fromMs: now, toMs: Math.min(lastAt, now + FARTHEST_MS) };
  const issues = lastAt === now ? [] : issuesOf(resolvePlan({ ...outlook, window }), window.toMs);
  const mark = {
    // Two marks never have the same instant, by which they are told apart.
    lookedAt: Math.max(now, (lookedAt ?? 0) + 1),
    version: site.version,
    ratings,
    againAt: againAt(outlook, now, lastAt),
    issues,
  };
  return { siteId, follows: lookedAt, mark, events: eventsOf(watched, issues) };
}

function againAt({ commands, stored }: Pick<PlanInput, 'commands' | 'stored'>, now: number, lastAt: number): number {
  if (stored !== null && lastAt > now && hasReserves(commands)) return now + ENERGY_EVERY_MS;
  return lastAt > now + FARTHEST_MS ? now + FARTHER_EVERY_MS : Number.MAX_SAFE_INTEGER;
}

function hasReserves(commands: Commands): boolean {
  return [...commands.keys()].some((pair) => findPair(pair)?.row.books !== undefined);
}

/** One for each kind of issue: where it is new first, and in how many more stretches. */
function eventsOf({ site: { version }, issues: before }: WatchedSite, issues: readonly PlanIssue[]): NewEvent[] {
  const byKind = Map.groupBy(newIssues(before, issues), ({ asset, code }) => `${asset} ${code}`);
  return [...byKind.values()].flatMap(([first, ...others]): NewEvent[] => {
    if (first === undefined) return [];
    const { asset, code, fromMs, toMs, amount } = first;
    const from = instantText(fromMs);
    const to = instantText(toMs);
    return [{ type: 'plan.issue', data: { version, asset, code, from, to, amount, more: others.length } }];
  });
}
