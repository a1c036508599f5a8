import { FleetHeadroomRequest, LIMITS, PATHS } from '@setpoint/contract';
import { type HeadroomInterval, resolveHeadroom, type Window } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { manySites } from '../access/many-sites.ts';
import type { Access } from '../access/access.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import type { Store } from '../store/store.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import type { PlannedSite } from './read-planned-site.ts';
import { readPlannedSites } from './read-planned-sites.ts';
import { readJson } from '../http/read-json.ts';
import { readQuery } from '../http/read-query.ts';
import { readResolution, stepOf } from '../http/read-resolution.ts';
import { readWindow } from '../http/read-window.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { sendRows } from '../http/send-rows.ts';
import { headroomTable } from './headroom-table.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';
import { createHeadroomSum, headroomText } from './headroom-text.ts';

export interface HeadroomRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
}

const checkFleetHeadroom = valueOrThrow(FleetHeadroomRequest);

/** How much more fits on a site, or on many. */
export function headroomRoutes(app: FastifyInstance, options: HeadroomRoutes): void {
  const { access, store } = options;
  app.get(PATHS.fleetSiteHeadroom, WITHOUT_HEAD, async (request, reply) => {
    const site = await access.read(await access.callerInTurn(request, reply, 'sites:read'), request, readSite);
    const { resolution, ...bounds } = readQuery(request, ['from', 'to', 'resolution']);
    const window = readWindow(bounds);
    const stepMs = readResolution(resolution, window);
    const intervals = resolveHeadroom({ ...siteOutlook(site), window, stepMs });
    return sendRows(request, reply, {
      json: () => siteTexts(site, intervals),
      table: () => headroomTable(intervals),
    });
  });

  app.post(PATHS.fleetHeadroom, async (request, reply) => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    readQuery(request, []);
    const {
      siteIds,
      poolId,
      resolution = LIMITS.defaultResolutionMinutes,
      ...bounds
    } = await readJson(request, checkFleetHeadroom);
    const window = readWindow(bounds);
    const stepMs = stepOf(resolution, window);
    const named = await manySites(options, caller, { siteIds, poolId });
    return sendStream(request, reply, {
      chunks: fleetChunks(readPlannedSites({ access, store, caller }, named), { window, stepMs }),
    });
  });
}

function* siteTexts(site: StoredSite, intervals: readonly HeadroomInterval[]): Generator<string> {
  yield `${siteAnswerLead(site)},"intervals":[`;
  for (const [index, interval] of intervals.entries()) yield (index === 0 ? '' : ',') + headroomText(interval);
  yield ']}';
}

interface Asked {
  readonly window: Window;
  readonly stepMs: number;
}

async function* fleetChunks(sites: AsyncIterable<PlannedSite>, asked: Asked) {
  const sum = createHeadroomSum();
  let lead = '{"sites":[';
  for await (const site of sites) {
    const intervals = resolveHeadroom({ ...siteOutlook(site), ...asked });
    sum.add(intervals);
    yield lead;
    yield* chunksOf(siteTexts(site, intervals));
    lead = ',';
  }
  yield lead === ',' ? '],"sum":[' : `${lead}],"sum":[`;
  yield* chunksOf(sum.texts());
  yield ']}';
}
