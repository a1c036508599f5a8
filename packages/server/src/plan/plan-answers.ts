import type { PlanSegment, SiteId } from '@setpoint/contract';
import { type Plan, type PoolOrder, resolvePlan, type Window } from '@setpoint/core';
import type { Answer } from '../computing/answer.ts';
import { rowsAs, type Table } from '../computing/rows-as.ts';
import { noSuch } from '../http/send/no-such.ts';
import { type AskedPlan, planTexts, writtenBessSegment, writtenSegment } from './plan-texts.ts';
import { planFacts, type PlannedSite, readPlannedSite } from './read-planned-site.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';

const COLUMNS = [
  'asset',
  'from',
  'to',
  'targetkW',
  'offsetkW',
  'lokW',
  'hikW',
  'reserveImportkW',
  'reserveExportkW',
  'optimalSocPcnt',
  'issues',
] as const;

/** A plan as a table, a segment in a line: what it comes to, and not why. */
function planTable({ grid, bess, solar }: Plan): Table<(typeof COLUMNS)[number]> {
  return { columns: COLUMNS, rows: rowsOf() };

  function* rowsOf() {
    for (const segment of grid) yield { asset: 'grid', ...cellsOf(writtenSegment(segment)) };
    for (const segment of bess) {
      const { optimalSocPcnt, ...written } = writtenBessSegment(segment);
      yield { asset: 'bess', ...cellsOf(written), optimalSocPcnt };
    }
    for (const segment of solar) yield { asset: 'solar', ...cellsOf(writtenSegment(segment)) };
  }
}

function cellsOf({ from, to, target, offset, lo, hi, reserveImport, reserveExport, issues }: PlanSegment) {
  return {
    from,
    to,
    targetkW: target,
    offsetkW: offset,
    lokW: lo,
    hikW: hi,
    reserveImportkW: reserveImport,
    reserveExportkW: reserveExport,
    issues: issues.map(issueText).join('; '),
  };
}

function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  return [code, amount, at].filter((part) => part != null).join(' ');
}

/** What will happen on a site. */
export const sitePlanAnswer: Answer<{
  readonly siteId: SiteId;
  readonly asked: AskedPlan;
  /** What pools ask the site for, as far as it is in force. */
  readonly orders: readonly PoolOrder[];
}> = {
  name: 'site plan',
  hasTable: true,
  async *make({ store, writtenAs, turn, remembered }, { siteId, asked, orders }) {
    const site = await store.read(readPlannedSite, { siteId });
    if (site === undefined) throw noSuch('site');
    await turn();
    const plan = () => planOf(site, { orders, window: asked.window });
    yield remembered(['plan', writtenAs, asked, orders, planFacts(site)], () =>
      rowsAs(writtenAs, { json: () => sitePlanTexts(site, plan(), asked), table: () => planTable(plan()) }),
    );
  },
};

/** What will happen on many sites. */
export const plansAnswer: Answer<{
  readonly siteIds: readonly SiteId[];
  readonly asked: AskedPlan;
  /** Of those of them that pools ask for something. */
  readonly orders: ReadonlyMap<SiteId, readonly PoolOrder[]>;
}> = {
  name: 'plans',
  readsOn: true,
  async *make({ store, turn, remembered }, { siteIds, asked, orders: ordersBySite }) {
    let lead = '{"sites":[';
    for (const siteId of siteIds) {
      await turn();
      const site = await store.read(readPlannedSite, { siteId });
      // Gone since it was named.
      if (site === undefined) continue;
      const orders = ordersBySite.get(siteId) ?? [];
      yield [lead];
      yield remembered(['plan', 'json', asked, orders, planFacts(site)], () =>
        sitePlanTexts(site, planOf(site, { orders, window: asked.window }), asked),
      );
      lead = ',';
    }
    yield [lead === ',' ? ']}' : `${lead}]}`];
  },
};

function planOf(site: PlannedSite, by: { readonly orders: readonly PoolOrder[]; readonly window: Window }): Plan {
  return resolvePlan({ ...siteOutlook(site), ...by });
}

function* sitePlanTexts(site: PlannedSite, plan: Plan, asked: AskedPlan): Generator<string> {
  yield `${siteAnswerLead(site)},"plan":`;
  yield* planTexts(plan, asked);
  yield '}';
}
