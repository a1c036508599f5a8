import type { SiteId } from '@setpoint/contract';
import { earlierOf, type EntryFollowing, instantsOfCommand, instantText, isJudged, judgeableAt } from '@setpoint/core';
import { judgeSite, type PastOrders, type Tolerances } from './judge-site.ts';
import { loadInForce } from './load-in-force.ts';
import { toThousandths, toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { latestOf } from './latest-of.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../events/write-events.ts';
import { firstJudgeAt, listSitesToJudge } from '../sites/list-due-sites.ts';
import { readStanding, type StandingSchedule } from './read-standing.ts';
import { type JudgingState, readJudging, recordFollowing } from './record-following.ts';
import { forSomeSites } from '../platform/loops/for-some-sites.ts';
import { LAG_MS } from '../delivery/announce-entries.ts';

const MINUTE_MS = 60_000;
const SITES_PER_STEP = 100;
const SITES_AT_ONCE = 8;
// Judging is work of this thread, which has requests to answer.
const STEP_MOST_MS = 25;

export interface FollowingTelling {
  readonly store: Store;
  readonly now: () => number;
  readonly tolerances: Tolerances;
  readonly pastOrders: PastOrders;
  /** Entries are not judged when the schedule changed more often since their beginning. */
  readonly mostBatches?: number;
  readonly signal?: AbortSignal;
}

/** Tells which entries of setpoints that have ended were not followed; answers with when the next can be judged. */
export async function announceFollowing(telling: FollowingTelling): Promise<number | undefined> {
  const { store, now, signal } = telling;
  const upTo = now() - LAG_MS;
  const nextAt = await store.read(firstJudgeAt, undefined);
  if (nextAt === undefined || nextAt > upTo) return nextAt === undefined ? undefined : nextAt + LAG_MS;
  const siteIds = await store.read(listSitesToJudge, { upTo, limit: SITES_PER_STEP });
  await forSomeSites({ turns: siteIds, atOnce: SITES_AT_ONCE, mostMs: STEP_MOST_MS, signal }, (siteId) =>
    judge(telling, siteId, upTo),
  );
  return nextAt;
}

async function judge(telling: FollowingTelling, siteId: SiteId, upTo: number): Promise<void> {
  const { store, now } = telling;
  const follows = await store.read(readJudging, { siteId });
  const standing = await store.read(readStanding, { siteId });
  if (follows === undefined || standing === undefined || upTo <= follows.judgedTo) return;
  const ends = await judgeableEnds(telling, { siteId, standing, follows });
  const due = ends.filter((endMs) => judgeableAt(endMs) <= upTo);
  const later = ends.map(judgeableAt).filter((at) => at > upTo);
  const judged = await judgeDue(telling, { siteId, due, upTo });
  const events = judged.filter(({ state }) => state === 'deviating').map(eventOf);
  const judgeAt = later.reduce<number | null>(earlierOf, nextOf(standing, upTo));
  await store.write(recordFollowing, {
    siteId,
    now: now(),
    follows,
    judgedTo: upTo,
    judgeAt,
    latest: latestOf(judged),
    events,
  });
}

interface Judging {
  readonly siteId: SiteId;
  readonly standing: StandingSchedule;
  readonly follows: JudgingState;
}

/** The ends of the entries that were in force up to there and are not judged yet, whatever was set since. */
async function judgeableEnds(
  { store, mostBatches }: FollowingTelling,
  { siteId, standing, follows }: Judging,
): Promise<number[]> {
  const behind = Math.max(follows.judgedTo, (follows.judgeAt ?? 0) - 1);
  const loading = { store, siteId, standing, fromMs: behind - MINUTE_MS };
  const loaded = await loadInForce(mostBatches === undefined ? loading : { ...loading, mostBatches });
  // What changed too often to be judged must not keep the clock from what comes after it.
  if (loaded.kind === 'too_many_batches') return [];
  const judged = [...loaded.commands].flatMap(([pair, pieces]) => (isJudged(pair) ? pieces : []));
  const ends = judged.filter(({ endMs, entry }) => endMs === entry.endMs).map(({ endMs }) => endMs);
  return ends.filter((endMs) => judgeableAt(endMs) > behind);
}

/** When something that is set can be judged, also what is held now. */
function nextOf({ texts }: StandingSchedule, behind: number): number | null {
  const instants = [...texts].map(([pair, text]) => instantsOfCommand(pair, text, behind).judgeAt);
  return instants.reduce(earlierOf, null);
}

interface Due {
  readonly siteId: SiteId;
  readonly due: readonly number[];
  readonly upTo: number;
}

async function judgeDue(telling: FollowingTelling, { siteId, due, upTo }: Due): Promise<EntryFollowing[]> {
  if (due.length === 0) return [];
  const { store, tolerances, pastOrders, mostBatches } = telling;
  const [first, last] = [Math.min(...due), Math.max(...due)];
  const window = { fromMs: first - 1, toMs: last };
  const judging = { store, pastOrders, siteId, tolerances, window, now: upTo };
  const judged = await judgeSite(mostBatches === undefined ? judging : { ...judging, mostBatches });
  if (judged.kind !== 'judged') return [];
  return judged.entries.filter(({ entry, judgedUntil }) => judgedUntil === entry.endMs && due.includes(entry.endMs));
}

function eventOf(judged: EntryFollowing): NewEvent {
  const { asset, entry } = judged;
  const data = {
    asset,
    startAt: instantText(entry.startMs),
    endAt: instantText(entry.endMs),
    value: entry.value,
    measuredShare: toThousandths(judged.measuredShare),
    plannedkWh: toThousandthsOrNull(judged.plannedKwh),
    measuredkWh: toThousandthsOrNull(judged.measuredKwh),
    meanErrorkW: toThousandthsOrNull(judged.meanErrorKw),
    withinShare: toThousandthsOrNull(judged.withinShare),
  };
  return { type: 'following.deviating', at: entry.endMs, data };
}
