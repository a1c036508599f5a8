import { siteRows } from '../../sites/site-rows.ts';
import { namesOfPair, type SiteId } from '@setpoint/contract';
import { type ClockInstants, type EntryEvent, entryEvents, instantText, nextBoundary } from '@setpoint/core';
import { appendEvents } from '../../events/append-events.ts';
import type { NewEvent } from '../../events/write-events.ts';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import { readDelivery } from '../read-delivery.ts';
import { GatheringTx } from '../../events/gathering-tx.ts';
import { defineWrite } from '../../store/define-write.ts';
import { lockSite } from '../../store/lock-site.ts';

const clockOfSite = readBy('site', ['siteId'], ['toldTo', 'nextAt', 'judgeAt']);

export interface Settling {
  readonly siteId: SiteId;
  readonly now: number;
  /** What became of entries later than this is left for another time. */
  readonly upTo: number;
}

/** Writes the events of the entries of a site since the last time; nothing twice, even if two try at once. */
export async function settleSite(tx: Tx, { siteId, now, upTo }: Settling): Promise<ClockInstants> {
  const clock = await tx.first(clockOfSite, { siteId });
  if (clock === undefined) return { nextAt: null, judgeAt: null };
  const { toldTo, judgeAt } = clock;
  if (upTo <= toldTo) return { nextAt: clock.nextAt, judgeAt };
  // Entries run whether the site is online or not.
  const delivery = await readDelivery(tx, { siteId, now: upTo, offlineAfterMs: 0 });
  if (delivery === undefined) return { nextAt: null, judgeAt };
  const { commands, facts } = delivery;
  const nextAt = nextBoundary(commands, upTo);
  await tx.run(siteRows.noteTold, { siteId, toldTo: upTo, nextAt });
  await appendEvents(tx, { siteId, now, events: entryEvents(commands, facts, toldTo).map(eventOfEntry) });
  return { nextAt, judgeAt };
}

function eventOfEntry({ kind, pair, at, startMs, endMs, value, isLate }: EntryEvent): NewEvent {
  const entry = { startAt: instantText(startMs), endAt: instantText(endMs), value };
  return { type: `entry.${kind}`, at, data: { ...namesOfPair(pair), ...entry, isLate } };
}

export interface SettleEntriesInput {
  readonly siteIds: readonly SiteId[];
  readonly now: number;
  /** What became of entries later than this is left for another time. */
  readonly upTo: number;
}

/** Tells what became of the entries of some sites, when the clock comes to them and nothing is changed there. */
export const settleEntries = defineWrite({
  name: 'settleEntries',
  only: 'chosen',
  record: 'not recorded: the clock does it, and events tell it',
  weight: ({ siteIds }) => siteIds.length,
  run: async (begun: Tx, { siteIds, now, upTo }: SettleEntriesInput): Promise<void> => {
    const tx = new GatheringTx(begun);
    // In one order everywhere, so that no two wait for each other.
    for (const siteId of siteIds.toSorted()) await lockSite(tx, siteId);
    const settled = await Promise.allSettled(siteIds.map((siteId) => settleSite(tx, { siteId, now, upTo })));
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    await tx.writeEvents();
  },
});
