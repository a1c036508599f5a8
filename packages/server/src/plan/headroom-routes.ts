import { LIMITS } from '@setpoint/contract';
import { type HeadroomInterval, resolveHeadroom, type Window } from '@setpoint/core';
import { manySites } from '../access/sites/many-sites.ts';
import type { Access } from '../access/access.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import type { PlannedSite } from './read-planned-site.ts';
import { readPlannedSites } from './read-planned-sites.ts';
import { noSuch } from '../http/send/no-such.ts';
import { readResolution } from '../http/read/read-resolution.ts';
import { readWindow } from '../http/read/read-window.ts';
import { chunksOf, sendStream } from '../http/send/send-stream.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { sendRows } from '../http/send/send-rows.ts';
import { headroomTable } from './headroom-table.ts';
import { siteAnswerLead, siteOutlook } from './site-outlook.ts';
import { createHeadroomSum, headroomText } from './headroom-text.ts';

export interface HeadroomRoutes extends StoreAndClock {
  readonly access: Access;
}

/** How much more fits on a site, or on many. */
export function headroomRoutes(serve: Serve, options: HeadroomRoutes): void {
  const { access, store } = options;

  serve.sent('getSiteHeadroom', async ({ request, reply, site: { siteId }, query, turn }) => {
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    const site = await store.read(readSite, { siteId });
    if (site === undefined) throw noSuch('site');
    await turn();
    const intervals = resolveHeadroom({ ...siteOutlook(site), window, stepMs });
    return sendRows(request, reply, {
      json: () => siteTexts(site, intervals),
      table: () => headroomTable(intervals),
    });
  });

  serve.sent('getHeadroom', async ({ request, reply, caller, body }) => {
    const { siteIds, poolId, resolution = LIMITS.defaultResolutionMinutes, ...bounds } = body;
    const window = readWindow(bounds);
    const stepMs = readResolution(resolution, window);
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
