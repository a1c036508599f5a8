import { AppError, type SiteId } from '@setpoint/contract';
import { type CommandFacts, type EntryFollowing, FOLLOWING_ASSETS } from '@setpoint/core';
import { judgeSite, type Tolerances } from '../following/judge-site.ts';
import { toThousandths, toThousandthsOrNull } from '../http/to-thousandths.ts';
import { latestOf } from './latest-following.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../store/transactions/append-events.ts';

const MINUTE_MS = 60_000;
const SETPOINTS: ReadonlySet<string> = new Set(FOLLOWING_ASSETS.map((asset) => `${asset}/activePowerkW`));

interface Telling {
  readonly store: Store;
  readonly siteId: SiteId;
  readonly tolerances: Tolerances;
  readonly behind: number;
  readonly upTo: number;
  readonly mostBatches?: number;
}

/** When an entry can be judged to its end: the minute in which it ends must have its mean. */
function judgeableAt(endMs: number): number {
  return Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
}

function judgeableInstants(commands: readonly CommandFacts[], behind: number): number[] {
  const setpoints = commands.filter(({ pair }) => SETPOINTS.has(pair));
  const entries = setpoints.flatMap((command) => command.entries.filter(({ endMs, firstSetAt }) => endMs > firstSetAt));
  return entries.map(({ endMs }) => judgeableAt(endMs)).filter((at) => at > behind);
}

/** When the next entry of a setpoint can be judged; undefined when none can. */
export function nextJudgeable(commands: readonly CommandFacts[], behind: number): number | undefined {
  const instants = judgeableInstants(commands, behind);
  return instants.length === 0 ? undefined : instants.reduce((one, other) => Math.min(one, other));
}

/** Tells of the entries of setpoints that could be judged since and were not followed. */
export async function followingEvents(commands: readonly CommandFacts[], telling: Telling): Promise<NewEvent[]> {
  const { behind, upTo, ...judging } = telling;
  const { store, siteId } = judging;
  const judgeable = judgeableInstants(commands, behind).filter((at) => at <= upTo);
  if (judgeable.length === 0) return [];
  const [first, last] = [Math.min(...judgeable), Math.max(...judgeable)];
  const window = { fromMs: first - MINUTE_MS, toMs: last };
  const judged = await judgeSite({ ...judging, window, now: upTo }).catch(noneIfTooMany);
  const isOver = ({ entry, judgedUntil }: EntryFollowing) =>
    judgedUntil === entry.endMs && judgeable.includes(judgeableAt(entry.endMs));
  const over = judged.filter(isOver);
  if (over.length > 0) await store.write('noteFollowing', { siteId, judged: latestOf(over) });
  return over.filter(({ state }) => state === 'deviating').map(eventOf);
}

// What changed too often to be judged must not keep the clock from its other events.
function noneIfTooMany(cause: unknown): EntryFollowing[] {
  if (cause instanceof AppError && cause.code === 'bad_request') return [];
  throw cause;
}

function eventOf(judged: EntryFollowing): NewEvent {
  const { asset, entry } = judged;
  const data = {
    asset,
    startAt: new Date(entry.startMs).toISOString(),
    endAt: new Date(entry.endMs).toISOString(),
    value: entry.value,
    measuredShare: toThousandths(judged.measuredShare),
    plannedkWh: toThousandthsOrNull(judged.plannedKwh),
    measuredkWh: toThousandthsOrNull(judged.measuredKwh),
    meanErrorkW: toThousandthsOrNull(judged.meanErrorKw),
    withinShare: toThousandthsOrNull(judged.withinShare),
  };
  return { type: 'following.deviating', at: entry.endMs, data };
}
