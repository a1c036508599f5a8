import type { LatestFollowing, SiteId } from '@setpoint/contract';
import {
  earlierOf,
  type EntryFollowing,
  instantsOfCommand,
  instantText,
  isJudged,
  judgeableAt,
  type JudgedPair,
  limitSideOf,
  type Tolerances,
} from '@setpoint/core';
import { judgeSite, type PastOrders } from './judge-site.ts';
import { loadInForce } from './load-in-force.ts';
import { toThousandths, toThousandthsOrNull } from '../wire/to-thousandths.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../events/write-events.ts';
import { firstJudgeAt, listSitesToJudge } from '../sites/list-due-sites.ts';
import { readStanding, type StandingSchedule } from './read-standing.ts';
import { type JudgingState, readJudging, recordFollowing } from './record-following.ts';
import { forSomeSites } from '../platform/loops/for-some-sites.ts';
import { LAG_MS } from '../delivery/announce-entries.ts';
import type { Judgement } from './deviating-run.ts';
import type { JudgedEntry } from './note-following.ts';

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

/** Tells which entries of setpoints and limits that have ended were not followed; answers with when the next can be judged. */
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
  const ends = await judgeableEnds(telling, siteId, standing, follows);
  const due = ends.filter(({ endMs }) => judgeableAt(endMs) <= upTo);
  const later = ends.map(({ endMs }) => judgeableAt(endMs)).filter((at) => at > upTo);
  const judged = await judgeDue(telling, siteId, due, upTo);
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

/** For each setpoint and limit the entry that ended last, as the overview shows it, with how all of them were followed in order. */
export function latestOf(judged: readonly EntryFollowing[]): JudgedEntry[] {
  const inOrder = judged.toSorted((one, other) => one.entry.endMs - other.entry.endMs);
  return [...Map.groupBy(inOrder, keyOf)].flatMap(([key, ofKey]) => {
    const last = ofKey.at(-1);
    if (last === undefined) return [];
    const { asset, type, entry, state, meanErrorKw, withinShare } = last;
    const shown: LatestFollowing = {
      asset,
      type,
      state,
      startAt: instantText(entry.startMs),
      endAt: instantText(entry.endMs),
      value: entry.value,
      meanErrorkW: toThousandthsOrNull(meanErrorKw),
      withinShare: toThousandthsOrNull(withinShare),
    };
    return [{ asset: key, endAt: entry.endMs, text: JSON.stringify(shown), judgements: ofKey.map(judgementOf) }];
  });
}

// A setpoint by its asset, a limit by its pair.
function keyOf({ asset, type }: EntryFollowing): string {
  return type === 'activePowerkW' ? asset : `${asset}/${type}`;
}

const judgementOf = ({ state, judgedFrom, judgedUntil }: EntryFollowing): Judgement => ({
  state,
  fromAt: judgedFrom,
  endAt: judgedUntil,
});

/** When an entry of a pair ended that was in force up to there. */
interface JudgedEnd {
  readonly pair: JudgedPair;
  readonly startMs: number;
  readonly endMs: number;
}

/** The ends of the entries that were in force up to there and are not judged yet, whatever was set since. */
async function judgeableEnds(
  { store, mostBatches }: FollowingTelling,
  siteId: SiteId,
  standing: StandingSchedule,
  follows: JudgingState,
): Promise<JudgedEnd[]> {
  const behind = Math.max(follows.judgedTo, (follows.judgeAt ?? 0) - 1);
  const loaded = await loadInForce({ store, siteId, standing, fromMs: behind - MINUTE_MS, mostBatches });
  // What changed too often to be judged must not keep the clock from what comes after it.
  if (loaded.kind === 'too_many_batches') return [];
  const ends = [...loaded.commands].flatMap(([pair, pieces]) =>
    pieces.flatMap(({ startMs, endMs, entry }) =>
      isJudged(pair) && endMs === entry.endMs ? [{ pair, startMs, endMs }] : [],
    ),
  );
  return ends.filter(({ endMs }) => judgeableAt(endMs) > behind);
}

/** When something that is set can be judged, also what is held now. */
function nextOf({ texts }: StandingSchedule, behind: number): number | null {
  const instants = [...texts].map(([pair, text]) => instantsOfCommand(pair, text, behind).judgeAt);
  return instants.reduce(earlierOf, null);
}

// A limit that was in force for years is told of its last day.
const LIMIT_JUDGED_MS = 24 * 3_600_000;

async function judgeDue(
  telling: FollowingTelling,
  siteId: SiteId,
  due: readonly JudgedEnd[],
  upTo: number,
): Promise<EntryFollowing[]> {
  const found: EntryFollowing[] = [];
  for (const [pair, ends] of Map.groupBy(due, (end) => end.pair)) {
    const isLimit = limitSideOf(pair) !== undefined;
    const last = Math.max(...ends.map(({ endMs }) => endMs));
    const starts = ends.map(({ startMs, endMs }) => (isLimit ? Math.max(startMs, endMs - LIMIT_JUDGED_MS) : endMs - 1));
    const judged = await judgeSite({
      ...telling,
      siteId,
      window: { fromMs: Math.min(...starts), toMs: last },
      pairs: [pair],
      now: upTo,
    });
    if (judged.kind !== 'judged') continue;
    const isDue = ({ entry, judgedUntil }: EntryFollowing): boolean =>
      judgedUntil === entry.endMs && ends.some(({ endMs }) => endMs === entry.endMs);
    found.push(...judged.entries.filter(isDue));
  }
  return found;
}

function eventOf(judged: EntryFollowing): NewEvent {
  const { asset, type, entry } = judged;
  const data = {
    asset,
    type,
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
