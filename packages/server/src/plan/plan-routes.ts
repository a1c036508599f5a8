import type { SiteId } from '@setpoint/contract';
import { ordersInForce, type Plan, type PoolOrder, resolvePlan, type Window } from '@setpoint/core';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';
import { manySites } from '../access/sites/many-sites.ts';
import type { Access } from '../access/access.ts';
import { readPlannedSites } from './read-planned-sites.ts';
import { noSuch } from '../http/send/no-such.ts';
import { readWindow } from '../http/read/read-window.ts';
import { chunksOf, sendStream } from '../http/send/send-stream.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';
import { sendRows } from '../http/send/send-rows.ts';
import { planTable } from './plan-table.ts';
import { planTexts } from './plan-texts.ts';

export interface PlanRoutes extends StoreAndClock {
  readonly access: Access;
  /** What pools ask sites for now. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

/** What will happen on a site, or on many, and why. */
export function planRoutes(serve: Serve, options: PlanRoutes): void {
  const { access, store } = options;

  serve.sent('getSitePlan', async ({ request, reply, site: { siteId }, query, turn }) => {
    const asked = { window: readWindow(query), because: query.because };
    const site = await store.read(readPlannedSite, { siteId });
    if (site === undefined) throw noSuch('site');
    await turn();
    return sendRows(request, reply, {
      json: () => sitePlanTexts(options, site, asked),
      table: () => planTable(sitePlan(options, site, asked.window)),
    });
  });

  serve.sent('getPlans', async ({ request, reply, caller, body }) => {
    const { siteIds, poolId, because = true, ...bounds } = body;
    const asked = { window: readWindow(bounds), because };
    const named = await manySites(options, caller, { siteIds, poolId });
    return sendStream(request, reply, {
      chunks: fleetPlanChunks(options, readPlannedSites({ access, store, caller }, named), asked),
    });
  });
}

type Ordering = Pick<PlanRoutes, 'now' | 'orders'>;

interface AskedPlan {
  readonly window: Window;
  /** Whether to tell the steps that lead to each target. */
  readonly because: boolean;
}

function sitePlan({ now, orders }: Ordering, site: PlannedSite, window: Window): Plan {
  const inForce = ordersInForce(orders.of(site.siteId), now());
  return resolvePlan({ ...siteOutlook(site), orders: inForce, window });
}

function sitePlanTexts(options: Ordering, site: PlannedSite, asked: AskedPlan): Iterable<string> {
  const plan = sitePlan(options, site, asked.window);
  return textsBetween(`${siteAnswerLead(site)},"plan":`, planTexts(plan, asked), '}');
}

function* textsBetween(lead: string, texts: Iterable<string>, tail: string): Generator<string> {
  yield lead;
  yield* texts;
  yield tail;
}

async function* fleetPlanChunks(options: Ordering, sites: AsyncIterable<PlannedSite>, asked: AskedPlan) {
  let lead = '{"sites":[';
  for await (const site of sites) {
    yield* chunksOf(textsBetween(lead, sitePlanTexts(options, site, asked), ''));
    lead = ',';
  }
  yield Buffer.from(lead === ',' ? ']}' : `${lead}]}`);
}
