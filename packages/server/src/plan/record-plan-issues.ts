import type { SiteId } from '@setpoint/contract';
import type { PlanIssue } from '@setpoint/core';
import { sql } from 'kysely';
import { put } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/write-events.ts';
import { GatheringTx } from '../events/gathering-tx.ts';
import { findEndOfPage } from '../store/find-end-of-page.ts';
import { lockSite } from '../store/lock-site.ts';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';

/** For which schedule and devices the issues of a site's plan are known, and when to check again all the same. */
interface PlanMark {
  readonly lookedAt: number;
  readonly version: number;
  readonly ratings: string;
  readonly againAt: number;
  readonly issues: readonly PlanIssue[];
}

const markOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('plan_mark', 'plan_mark.site_id', 'site.site_id')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['looked_at', 'issues', 'site_state.ratings'])
    .where('site.site_id', '=', param('siteId')),
);

/** A site with what was known of its plan. */
export interface WatchedSite {
  readonly site: PlannedSite;
  /** The digest of what its controller reported of the sizes of its devices. */
  readonly ratings: string;
  readonly lookedAt: number | null;
  readonly issues: readonly PlanIssue[];
}

export async function readWatchedSite(tx: Tx, { siteId }: { siteId: SiteId }): Promise<WatchedSite | undefined> {
  const site = await readPlannedSite(tx, { siteId });
  const row = await tx.first(markOf, { siteId });
  if (site === undefined || row === undefined) return undefined;
  const issues = JSON.parse(row.issues ?? '[]') as PlanIssue[];
  return { site, ratings: row.ratings ?? '', lookedAt: row.looked_at, issues };
}

const putMark = put('plan_mark', { key: ['siteId'], set: ['lookedAt', 'version', 'ratings', 'againAt', 'issues'] });

/** What was found out about the plan of a site. */
export interface PlanCheck {
  readonly siteId: SiteId;
  /** The instant of the mark that this one follows; another one there stops it. */
  readonly follows: number | null;
  readonly mark: PlanMark;
  readonly events: readonly NewEvent[];
}

/** Writes the events of new issues in the plans of some sites; nothing twice, even if two try at once. */
export const recordPlanIssues = defineWrite({
  name: 'recordPlanIssues',
  only: 'chosen',
  record: 'not recorded: the clock does it, and events tell it',
  weight: ({ checks }) => checks.length,
  run: async (begun: Tx, { checks }: { readonly checks: readonly PlanCheck[] }): Promise<void> => {
    const tx = new GatheringTx(begun);
    // In one order everywhere, so that no two wait for each other.
    const inOrder = checks.toSorted((one, other) => (one.siteId < other.siteId ? -1 : 1));
    for (const { siteId } of inOrder) await lockSite(tx, siteId);
    const found = await Promise.all(inOrder.map(({ siteId }) => tx.first(markOf, { siteId })));
    for (const [at, { siteId, follows, mark, events }] of inOrder.entries()) {
      const row = found[at];
      if (row === undefined || row.looked_at !== follows) continue;
      // Its devices may have been told of since it was checked.
      const againAt = mark.ratings === (row.ratings ?? '') ? mark.againAt : 0;
      await tx.run(putMark, { siteId, ...mark, againAt, issues: JSON.stringify(mark.issues) });
      await appendEvents(tx, { siteId, now: mark.lookedAt, events });
    }
    await tx.writeEvents();
  },
});

type DueParams = { after: string; end: string; upTo: number; limit: number; isThorough: 0 | 1 };

const planDueSites = statement<DueParams>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('plan_mark', 'plan_mark.site_id', 'site.site_id')
    .select('site.site_id')
    .where('site.site_id', '>', param('after'))
    .where('site.site_id', '<=', param('end'))
    .where((eb) =>
      eb.or([
        eb('plan_mark.site_id', 'is', null),
        eb('plan_mark.version', '<>', eb.ref('site.version')),
        eb('again_at', '<=', param('upTo')),
        eb.and([
          sql<boolean>`${param('isThorough')} = 1`,
          eb.exists(
            eb
              .selectFrom('site_state')
              .select('site_state.site_id')
              .whereRef('site_state.site_id', '=', 'site.site_id')
              .whereRef('site_state.ratings', '<>', 'plan_mark.ratings'),
          ),
        ]),
      ]),
    )
    .orderBy('site.site_id')
    .limit(param('limit')),
);

const firstAgain = statement<{ after: string; end: string }>()(({ db, param }) =>
  db
    .selectFrom('plan_mark')
    .select(({ fn }) => fn.min('again_at').as('at'))
    .where('site_id', '>', param('after'))
    .where('site_id', '<=', param('end')),
);

export interface PlanDuePage {
  readonly after: string;
  /** How many sites are searched. */
  readonly among: number;
  readonly limit: number;
  readonly upTo: number;
  /** Whether to check the devices too: only a node of an earlier release does not say when they become other ones. */
  readonly isThorough: boolean;
}

/**
 * Among the next sites after one, the first whose plan may differ from when it was last checked, and when one of
 * them may differ without anybody's doing.
 */
export async function listPlanDueSites(tx: Tx, { after, among, limit, upTo, isThorough }: PlanDuePage) {
  const { next, upToSite } = await findEndOfPage(tx, { after, sites: among });
  const rows = await tx.all(planDueSites, {
    after,
    end: upToSite,
    upTo,
    limit,
    isThorough: isThorough ? 1 : 0,
  });
  const siteIds = rows.map((row) => row.site_id as SiteId);
  const first = await tx.first(firstAgain, { after, end: upToSite });
  return { siteIds, end: siteIds.length === limit ? siteIds.at(-1) : next, againAt: first?.at ?? undefined };
}
