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
import { type Repeating, repeatEvery } from '../platform/repeat-every.ts';
import { watchLoad } from '../platform/watch-load.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../events/append-events.ts';
import { listPlanDueSites, readWatchedSite, type WatchedSite, settlePlan } from './settle-plan.ts';

const STEP_EVERY_MS = 100;
const SITES_PER_STEP = 250;
const MOST_AT_ONCE = 50;
// The time of each step: plans are looked at in what time the requests leave.
const BUSY_MS = 1;
const IDLE_MS = 5;
const FARTHEST_MS = LIMITS.maxWindowDays * 86_400_000;
// The state of charge goes its own way, and with it what backs the bookings.
const ENERGY_EVERY_MS = 900_000;
const FARTHER_EVERY_MS = 86_400_000;

export interface PlanWatching {
  readonly store: Store;
  readonly now: () => number;
  /** Whether this node does it: one node does it for all. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Walks over the sites, looks at the plans that may be other ones, and tells of the issues that are new in them. */
export function watchPlans({ store, now, isChosen, onFailure }: PlanWatching): Repeating {
  let due: readonly SiteId[] = [];
  let after = '';
  const load = watchLoad();
  let isStopped = false;

  async function findDue(): Promise<void> {
    const page = { after, among: SITES_PER_STEP, limit: MOST_AT_ONCE, upTo: now() };
    const { siteIds, end } = await store.read(listPlanDueSites, page);
    due = siteIds;
    after = end ?? '';
  }
  async function step(): Promise<void> {
    if (!(await isChosen())) return;
    let leftMs = load.isIdle() ? IDLE_MS : BUSY_MS;
    if (due.length === 0) await findDue();
    for (const siteId of due) {
      if (isStopped || leftMs <= 0) return;
      due = due.slice(1);
      const startedAt = performance.now();
      const look = await lookAtPlan(store, siteId, now());
      leftMs -= performance.now() - startedAt;
      if (look !== undefined) await store.write(settlePlan, look);
    }
  }
  const steps = repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, step);
  return {
    stop() {
      isStopped = true;
      return steps.stop();
    },
  };
}

/** What is to be written of the plan of a site. */
export async function lookAtPlan(store: Store, siteId: SiteId, now: number) {
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
