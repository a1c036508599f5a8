import { AppError, FleetPlansRequest, PATHS, type SiteId } from '@setpoint/contract';
import { ordersInForce, type Plan, type PoolOrder, resolvePlan, type Window } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';
import { manySites } from '../access/many-sites.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readPlannedSites } from './read-planned-sites.ts';
import { readJson } from '../http/read-json.ts';
import { readQuery } from '../http/read-query.ts';
import { readWindow } from '../http/read-window.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';
import { sendRows } from '../http/send-rows.ts';
import { planTable } from './plan-table.ts';
import { planTexts } from './plan-texts.ts';

export interface PlanRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  /** What pools ask sites for now. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

const checkFleetPlans = valueOrThrow(FleetPlansRequest);

/** What will happen on a site, or on many, and why. */
export function planRoutes(app: FastifyInstance, options: PlanRoutes): void {
  const { access, store } = options;
  app.get(PATHS.fleetSitePlan, WITHOUT_HEAD, async (request, reply) => {
    const site = await access.read(await access.callerInTurn(request, reply, 'sites:read'), request, readPlannedSite);
    const { because, ...bounds } = readQuery(request, ['from', 'to', 'because']);
    const asked = { window: readWindow(bounds), because: becauseOf(because) };
    return sendRows(request, reply, {
      json: () => sitePlanTexts(options, site, asked),
      table: () => planTable(sitePlan(options, site, asked.window)),
    });
  });

  app.post(PATHS.fleetPlans, async (request, reply) => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    readQuery(request, []);
    const { siteIds, poolId, because = true, ...bounds } = await readJson(request, checkFleetPlans);
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

function becauseOf(text: string | undefined): boolean {
  if (text === undefined || text === 'true') return true;
  if (text === 'false') return false;
  throw new AppError('bad_request', 'because must be true or false');
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
