import { AppError, type FollowedEntry, PATHS } from '@setpoint/contract';
import type { EntryFollowing, Tolerance } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { judgeSite, type Tolerances } from './judge-site.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';
import type { Identity } from '../access/authorize.ts';
import { readQuery } from '../http/read-query.ts';
import { readWindow } from '../http/read-window.ts';
import { chunksOf, sendStream } from '../http/send-stream.ts';
import { siteAnswerLead } from '../plan/site-outlook.ts';
import { toThousandths, toThousandthsOrNull } from '../wire/to-thousandths.ts';
import { visibleSiteOrThrow } from '../access/visible-site.ts';
import { instantText, listTexts } from '../plan/write-plan.ts';

export interface FollowingRoutes extends Identity {
  readonly now: () => number;
  readonly tolerances: Tolerances;
}

/** Whether a site did what was planned. */
export function followingRoutes(app: FastifyInstance, options: FollowingRoutes): void {
  app.get(PATHS.fleetSiteFollowing, async (request, reply) => {
    const { site: head } = await visibleSiteOrThrow(options, request, 'sites:read');
    const window = readWindow(readQuery(request, ['from', 'to']));
    const { store, tolerances } = options;
    const { siteId } = head;
    const site = await store.read(readSite, { siteId });
    if (site === undefined) throw new AppError('not_found', 'there is no such site');
    const entries = await judgeSite({ store, siteId, tolerances, window, now: options.now() });
    return sendStream(request, reply, { chunks: chunksOf(answerTexts(site, options, entries)) });
  });
}

function* answerTexts(
  site: StoredSite,
  { tolerances }: FollowingRoutes,
  entries: readonly EntryFollowing[],
): Generator<string> {
  const { grid, bess } = tolerances;
  const shown = { grid: writtenTolerance(grid), bess: writtenTolerance(bess) };
  yield `${siteAnswerLead(site)},"tolerances":${JSON.stringify(shown)},"entries":`;
  yield* listTexts(entries, writtenEntry);
  yield '}';
}

function writtenTolerance({ kw, percent, rampSeconds }: Tolerance) {
  return { kW: kw, percent, rampSeconds };
}

function writtenEntry(judged: EntryFollowing): FollowedEntry {
  const { asset, entry, state } = judged;
  return {
    asset,
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
  };
}
