import { AppError, type FollowedEntry, PATHS } from '@setpoint/contract';
import {
  type EntryFollowing,
  FOLLOWING_ASSETS,
  type FollowingAsset,
  judgedEntries,
  judgeFollowing,
  measuredSlots,
  type StoredMeans,
  type Tolerance,
  type Window,
} from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { readMeasurements } from '../../store/transactions/read-measurements.ts';
import { readSite, type StoredSite } from '../../store/transactions/read-site.ts';
import type { Identity } from '../authorize.ts';
import { readQuery } from '../read-query.ts';
import { readWindow } from '../read-window.ts';
import { chunksOf, sendStream } from '../send-stream.ts';
import { siteAnswerLead, siteOutlook } from '../site-outlook.ts';
import { toThousandths, toThousandthsOrNull } from '../to-thousandths.ts';
import { visibleSiteOrThrow } from '../visible-site.ts';
import { instantText, listTexts } from '../write-plan.ts';

export interface FollowingRoutes extends Identity {
  readonly now: () => number;
  readonly tolerances: Readonly<Record<FollowingAsset, Tolerance>>;
}

const QUARTER_MS = 900_000;
// Of what is kept unless the operator keeps it longer, and of what can be asked about at once.
const LONGEST_MS = 71 * 86_400_000;

/** Whether a site did what was planned. */
export function followingRoutes(app: FastifyInstance, options: FollowingRoutes): void {
  app.get(PATHS.fleetSiteFollowing, async (request, reply) => {
    const { site: head } = await visibleSiteOrThrow(options, request, 'sites:read');
    const window = readWindow(readQuery(request, ['from', 'to']));
    const site = await options.store.read(readSite, { siteId: head.siteId });
    if (site === undefined) throw new AppError('not_found', 'there is no such site');
    const entries = await judgeSite(options, site, window);
    return sendStream(request, reply, { chunks: chunksOf(answerTexts(site, options, entries)) });
  });
}

async function judgeSite({ store, now, tolerances }: FollowingRoutes, site: StoredSite, window: Window) {
  const { commands, ratings } = siteOutlook(site);
  const judgedAt = now();
  const asked = { commands, window, now: judgedAt };
  const begun = FOLLOWING_ASSETS.flatMap((asset) => judgedEntries(asked, asset));
  const first = Math.min(...begun.map(({ startMs }) => startMs));
  const fromMs = Math.max(first - (first % QUARTER_MS), window.toMs - LONGEST_MS);
  const toMs = Math.min(judgedAt, Math.max(...begun.map(({ endMs }) => endMs)));
  const stored: StoredMeans[] = [];
  if (begun.length > 0) {
    for (const minutes of [1, 15]) {
      stored.push(...(await store.read(readMeasurements, { siteId: site.siteId, minutes, fromMs, toMs })));
    }
  }
  const slots = { grid: measuredSlots(stored, 'grid'), bess: measuredSlots(stored, 'bess') };
  return judgeFollowing({ ...asked, ratings, slots, tolerances });
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
    judgedUntil: instantText(judged.judgedUntil),
    measuredShare: toThousandths(judged.measuredShare),
    plannedkWh: toThousandthsOrNull(judged.plannedKwh),
    measuredkWh: toThousandthsOrNull(judged.measuredKwh),
    meanErrorkW: toThousandthsOrNull(judged.meanErrorKw),
    withinShare: toThousandthsOrNull(judged.withinShare),
  };
}
