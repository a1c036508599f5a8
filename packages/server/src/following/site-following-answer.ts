import { AppError, type FollowedEntry, type FollowedOrder } from '@setpoint/contract';
import {
  type EntryFollowing,
  instantText,
  type OrderedEnergy,
  type PoolOrder,
  type Tolerance,
  type Window,
  type Tolerances,
} from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { Answer } from '../computing/answer.ts';
import { rowsAs } from '../computing/rows-as.ts';
import { siteAnswerLead } from '../plan/site-outlook.ts';
import { listTexts } from '../plan/plan-texts.ts';
import { toThousandths, toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { followOrders } from './follow-orders.ts';
import { type JudgedSite, judgeSite, type PastOrders } from './judge-site.ts';

const COLUMNS = [
  'asset',
  'startAt',
  'endAt',
  'value',
  'state',
  'judgedFrom',
  'judgedUntil',
  'measuredShare',
  'plannedkWh',
  'measuredkWh',
  'meanErrorkW',
  'withinShare',
  'orderedkWh',
  'suppliedkWh',
  'type',
] as const;

interface SiteFollowingInput {
  readonly site: SiteHead;
  readonly window: Window;
  readonly tolerances: Tolerances;
  /** What pools ask the site for, as far as it is in force. */
  readonly orders: readonly PoolOrder[];
  readonly now: number;
  readonly offlineAfterMs: number;
}

/** Whether a site did what was planned. */
export const siteFollowingAnswer = (pastOrders: PastOrders): Answer<SiteFollowingInput> => ({
  name: 'site following',
  hasTable: true,
  async *make({ store, writtenAs, turn }, { site, window, tolerances, orders: inForce, now, offlineAfterMs }) {
    const { siteId } = site;
    const judged = await judgeSite({ store, pastOrders, siteId, tolerances, window, now });
    const orders = await followOrders({ store, now: () => now, offlineAfterMs, orders: { of: () => inForce } }, site);
    await turn();
    const entries = entriesOrThrow(judged);
    yield rowsAs(writtenAs, {
      json: () => answerTexts(site, tolerances, entries, orders),
      table: () => ({ columns: COLUMNS, rows: entries.map(writtenEntry) }),
    });
  },
});

function entriesOrThrow(judged: JudgedSite): readonly EntryFollowing[] {
  switch (judged.kind) {
    case 'judged':
      return judged.entries;
    case 'too_many_batches':
      throw tooMany('the schedule changed', judged.most);
    case 'too_many_orders':
      throw tooMany('pools of this site were asked for power', judged.most);
  }
}

function tooMany(what: string, most: number): AppError {
  const times = most.toLocaleString('en-US');
  return new AppError('bad_request', `${what} more than ${times} times since then: ask for a later window`);
}

function* answerTexts(
  site: SiteHead,
  tolerances: Tolerances,
  entries: readonly EntryFollowing[],
  orders: readonly FollowedOrder[],
): Generator<string> {
  const { grid, bess } = tolerances;
  const shown = { grid: writtenTolerance(grid), bess: writtenTolerance(bess) };
  yield `${siteAnswerLead(site)},"tolerances":${JSON.stringify(shown)},"entries":`;
  const isLimit = ({ type }: EntryFollowing): boolean => type !== 'activePowerkW';
  yield* listTexts(
    entries.filter((entry) => !isLimit(entry)),
    writtenEntry,
  );
  // Who read the entries before there were limits took each for a setpoint.
  yield ',"limits":';
  yield* listTexts(entries.filter(isLimit), writtenEntry);
  yield `,"orders":${JSON.stringify(orders)}}`;
}

function writtenTolerance({ kw, percent, rampSeconds }: Tolerance) {
  return { kW: kw, percent, rampSeconds };
}

function writtenEntry(judged: EntryFollowing): FollowedEntry {
  const { asset, type, entry, state } = judged;
  return {
    asset,
    type,
    startAt: instantText(entry.startMs),
    endAt: instantText(entry.endMs),
    value: entry.value,
    state,
    judgedFrom: instantText(judged.judgedFrom),
    judgedUntil: instantText(judged.judgedUntil),
    measuredShare: toThousandths(judged.measuredShare),
    plannedkWh: toThousandthsOrNull(judged.plannedKwh),
    measuredkWh: toThousandthsOrNull(judged.measuredKwh),
    meanErrorkW: toThousandthsOrNull(judged.meanErrorKw),
    withinShare: toThousandthsOrNull(judged.withinShare),
    ...(judged.ordered === undefined ? {} : writtenOrdered(judged.ordered)),
  };
}

function writtenOrdered({ orderedKwh, suppliedKwh }: OrderedEnergy) {
  return { orderedkWh: toThousandths(orderedKwh), suppliedkWh: toThousandths(suppliedKwh) };
}
