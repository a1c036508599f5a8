import { namesOfPair, type SiteId } from '@setpoint/contract';
import {
  type Change,
  type ClockInstants,
  earlierOf,
  type EntryEvent,
  entryEvents,
  instantsOfCommand,
  instantText,
  nextBoundary,
} from '@setpoint/core';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import { readDelivery } from './read-delivery.ts';

const clockOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select(['told_to', 'next_at', 'judge_at']).where('site_id', '=', param('siteId')),
);

const noteTold = statement<{ siteId: string; toldTo: number; nextAt: number | null }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ told_to: param('toldTo'), next_at: param('nextAt') })
    .where('site_id', '=', param('siteId')),
);

interface SettleEntriesInput {
  readonly siteId: SiteId;
  readonly now: number;
  /** What became of entries later than this is left for another time. */
  readonly upTo: number;
}

/** Writes the events of the entries of a site since the last time; nothing twice, even if two try at once. */
export const settleEntries = defineWrite({
  name: 'settleEntries',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, now, upTo }: SettleEntriesInput): Promise<ClockInstants> => {
    const clock = await tx.first(clockOfSite, { siteId });
    if (clock === undefined) return { nextAt: null, judgeAt: null };
    const { told_to: toldTo, judge_at: judgeAt } = clock;
    if (upTo <= toldTo) return { nextAt: clock.next_at, judgeAt };
    // Entries run whether the site is online or not.
    const delivery = await readDelivery(tx, { siteId, now: upTo, offlineAfterMs: 0 });
    if (delivery === undefined) return { nextAt: null, judgeAt };
    const { commands, facts } = delivery;
    const nextAt = nextBoundary(commands, upTo);
    await tx.run(noteTold, { siteId, toldTo: upTo, nextAt });
    await appendEvents(tx, { siteId, now, events: entryEvents(commands, facts, toldTo).map(eventOfEntry) });
    return { nextAt, judgeAt };
  },
});

function eventOfEntry({ kind, pair, at, startMs, endMs, value, isLate }: EntryEvent): NewEvent {
  const entry = { startAt: instantText(startMs), endAt: instantText(endMs), value };
  return { type: `entry.${kind}`, at, data: { ...namesOfPair(pair), ...entry, isLate } };
}

/** A change to what is set, held or applied first settles what was due by then: afterwards it could not be known. */
export function isDue({ nextAt }: ClockInstants, by: number): boolean {
  return nextAt !== null && nextAt <= by;
}

const dueInRange = statement<{ from: string; to: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .where('next_at', '<=', param('now')),
);

interface SiteRange {
  readonly from: SiteId;
  readonly to: SiteId;
  readonly now: number;
}

/** The same for the sites of a stretch. */
export async function settleRange(tx: Tx, { from, to, now }: SiteRange): Promise<void> {
  for (const row of await tx.all(dueInRange, { from, to, now })) {
    await settleEntries.run(tx, { siteId: row.site_id as SiteId, now, upTo: now });
  }
}

type WakeParams = { siteId: string; nextAt: number | null; judgeAt: number | null };

const noteInstants = statement<WakeParams>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ next_at: param('nextAt'), judge_at: param('judgeAt') })
    .where('site_id', '=', param('siteId')),
);

/** Makes the clock come to a site for what is set there now: mostly it comes sooner anyway, and nothing is written. */
export function wakeClock(
  tx: Tx,
  siteId: SiteId,
  { noted, due }: { readonly noted: ClockInstants; readonly due: ClockInstants },
): Promise<void> | undefined {
  const nextAt = earlierOf(noted.nextAt, due.nextAt);
  const judgeAt = earlierOf(noted.judgeAt, due.judgeAt);
  if (nextAt === noted.nextAt && judgeAt === noted.judgeAt) return undefined;
  return tx.run(noteInstants, { siteId, nextAt, judgeAt });
}

/** The first instants behind one at which what was set brings something about. */
export function instantsOfChanges(changes: readonly Change[], behind: number): ClockInstants {
  let first: ClockInstants = { nextAt: null, judgeAt: null };
  for (const { pair, text } of changes) {
    if (text === null) continue;
    const { nextAt, judgeAt } = instantsOfCommand(pair, text, behind);
    first = { nextAt: earlierOf(first.nextAt, nextAt), judgeAt: earlierOf(first.judgeAt, judgeAt) };
  }
  return first;
}
