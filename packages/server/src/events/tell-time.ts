import { type EntryEvent, entryEvents, nextBoundary } from '@setpoint/core';
import type { Tolerances } from '../following/judge-site.ts';
import { type Repeating, repeatEvery } from '../ops/repeat-every.ts';
import { watchLoad } from '../ops/watch-load.ts';
import type { Store } from '../store/store.ts';
import type { NewEvent } from '../store/transactions/append-events.ts';
import { readDelivery } from '../store/transactions/read-delivery.ts';
import { type ClockedSite, type ClockMark, listClockedSites } from '../store/transactions/settle-clock.ts';
import { followingEvents, nextJudgeable } from './tell-following.ts';

const STEP_EVERY_MS = 100;
const SITES_PER_STEP = 250;
// What changed only moves the next instant of a site: that is looked for in what time the requests leave.
const CHANGED_WHEN_BUSY = 2;
const CHANGED_WHEN_IDLE = 10;
// What was stamped just before may still be on its way to the store.
const LAG_MS = 500;

export interface TimeTelling {
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** When this process began to listen: before that, nobody could report. */
  readonly listeningSince: number;
  readonly tolerances: Tolerances;
  /** Of sites that changed and have nothing to be told of yet, how many are looked at. */
  readonly mostChanged: number;
  /** Entries are not judged when the schedule changed more often since their beginning. */
  readonly mostBatches?: number;
  /** Ends the walk at the next site. */
  readonly signal?: AbortSignal;
}

export interface TimeTellingOptions extends Omit<TimeTelling, 'mostChanged'> {
  /** Of many nodes, one does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Walks over the sites and writes the events that come from the clock, also those of a time when nobody was there. */
export function tellTime({ isChosen, onFailure, ...telling }: TimeTellingOptions): Repeating {
  const stopping = new AbortController();
  const load = watchLoad();
  let after = '';
  const walk = repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, async () => {
    if (!(await isChosen())) return;
    const mostChanged = load.isIdle() ? CHANGED_WHEN_IDLE : CHANGED_WHEN_BUSY;
    after = await tellSomeSites({ ...telling, mostChanged, signal: stopping.signal }, after);
  });
  return {
    stop() {
      stopping.abort();
      return walk.stop();
    },
  };
}

/** Looks at some sites behind one; the last of them, or the beginning again. */
export async function tellSomeSites(telling: TimeTelling, after: string): Promise<string> {
  const { store, now, offlineAfterMs, signal } = telling;
  const at = now();
  const page = { after, limit: SITES_PER_STEP, upTo: at - LAG_MS, silentBefore: at - offlineAfterMs };
  const { sites, end } = await store.read(listClockedSites, page);
  for (const site of sites) {
    if (signal?.aborted !== true) await tellSilence(telling, site);
  }
  for (const site of sitesToSettle(sites, at - LAG_MS, telling.mostChanged)) {
    if (signal?.aborted !== true) await settle(telling, site);
  }
  return end ?? '';
}

async function tellSilence(telling: TimeTelling, { siteId, onlineSince }: ClockedSite): Promise<void> {
  const { store, now, offlineAfterMs, listeningSince } = telling;
  const silentSince = Math.max(onlineSince ?? Number.POSITIVE_INFINITY, listeningSince);
  if (now() - silentSince <= offlineAfterMs) return;
  await store.write('announceSilence', { siteId, now: now(), offlineAfterMs });
}

/** Those whose instant has come, and of those that only changed some: who waited longest first. */
function sitesToSettle(sites: readonly ClockedSite[], upTo: number, mostChanged: number): readonly ClockedSite[] {
  const due = sites.filter(({ mark }) => mark === undefined || mark.nextAt <= upTo);
  const changed = sites.flatMap(({ mark, ...site }) =>
    mark !== undefined && mark.nextAt > upTo && hasChanged(site, mark) ? [{ ...site, mark }] : [],
  );
  changed.sort((a, b) => a.mark.checkedAt - b.mark.checkedAt);
  return [...due, ...changed.slice(0, mostChanged)].filter(({ mark }) => (mark?.checkedAt ?? 0) < upTo);
}

function hasChanged({ version, revision }: Omit<ClockedSite, 'mark'>, mark: ClockMark): boolean {
  return mark.version !== version || mark.revision !== revision;
}

async function settle(telling: TimeTelling, site: ClockedSite): Promise<void> {
  const { store, now, offlineAfterMs, tolerances, mostBatches } = telling;
  const { siteId, mark } = site;
  const upTo = now() - LAG_MS;
  const delivery = await store.read(readDelivery, { siteId, now: upTo, offlineAfterMs });
  if (delivery === undefined) return;
  const { commands, facts } = delivery;
  const behind = mark?.checkedAt ?? upTo;
  const entries = entryEvents(commands, facts, behind).map(eventOfEntry);
  const deviations = await followingEvents(commands, {
    store,
    siteId,
    tolerances,
    behind,
    upTo,
    ...(mostBatches === undefined ? {} : { mostBatches }),
  });
  const events = [...entries, ...deviations].sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const nextAt = Math.min(
    nextBoundary(commands, upTo) ?? Number.MAX_SAFE_INTEGER,
    nextJudgeable(commands, upTo) ?? Number.MAX_SAFE_INTEGER,
  );
  await store.write('settleClock', {
    siteId,
    now: now(),
    follows: mark?.checkedAt ?? null,
    mark: { checkedAt: upTo, version: facts.version, revision: delivery.appliedRevision, nextAt },
    events,
  });
}

function eventOfEntry({ kind, pair, at, startMs, endMs, value, isLate }: EntryEvent): NewEvent {
  const [asset, type] = pair.split('/');
  const entry = { startAt: instantText(startMs), endAt: instantText(endMs), value };
  return { type: `entry.${kind}`, at, data: { asset, type, ...entry, isLate } };
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
