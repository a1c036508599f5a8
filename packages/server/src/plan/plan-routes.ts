import { FleetPlansRequest, PATHS, type SiteId } from '@setpoint/contract';
import { ordersInForce, type PoolOrder, resolvePlan, type Window } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';
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
    const window = readWindow(readQuery(request, ['from', 'to']));
    return sendStream(request, reply, { chunks: chunksOf(sitePlanTexts(options, site, window)) });
  });

  app.post(PATHS.fleetPlans, async (request, reply) => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    readQuery(request, []);
    const { siteIds: named, ...bounds } = await readJson(request, checkFleetPlans);
    const window = readWindow(bounds);
    const siteIds = await access.sites(caller, named);
    return sendStream(request, reply, {
      chunks: fleetPlanChunks(options, readPlannedSites({ access, store, caller }, siteIds), window),
    });
  });
}

type Ordering = Pick<PlanRoutes, 'now' | 'orders'>;

function sitePlanTexts({ now, orders }: Ordering, site: PlannedSite, window: Window): Iterable<string> {
  const inForce = ordersInForce(orders.of(site.siteId), now());
  const plan = resolvePlan({ ...siteOutlook(site), orders: inForce, window });
  return textsBetween(`${siteAnswerLead(site)},"plan":`, planTexts(plan, window), '}');
}

function* textsBetween(lead: string, texts: Iterable<string>, tail: string): Generator<string> {
  yield lead;
  yield* texts;
  yield tail;
}

async function* fleetPlanChunks(options: Ordering, sites: AsyncIterable<PlannedSite>, window: Window) {
  let lead = '{"sites":[';
  for await (const site of sites) {
    yield* chunksOf(textsBetween(lead, sitePlanTexts(options, site, window), ''));
    lead = ',';
  }
  yield Buffer.from(lead === ',' ? ']}' : `${lead}]}`);
}
