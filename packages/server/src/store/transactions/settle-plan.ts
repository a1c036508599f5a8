import type { SiteId } from '@setpoint/contract';
import type { PlanIssue } from '@setpoint/core';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { lockSite } from './lock-rows.ts';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';

/** Of which schedule and devices the issues of a site's plan are known, and when to look again all the same. */
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

type MarkParams = {
  siteId: string;
  lookedAt: number;
  version: number;
  ratings: string;
  againAt: number;
  issues: string;
};

const putMark = statement<MarkParams>()(({ db, param }) =>
  db
    .insertInto('plan_mark')
    .values({
      site_id: param('siteId'),
      looked_at: param('lookedAt'),
      version: param('version'),
      ratings: param('ratings'),
      again_at: param('againAt'),
      issues: param('issues'),
    })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet((eb) => ({
        looked_at: eb.ref('excluded.looked_at'),
        version: eb.ref('excluded.version'),
        ratings: eb.ref('excluded.ratings'),
        again_at: eb.ref('excluded.again_at'),
        issues: eb.ref('excluded.issues'),
      })),
    ),
);

interface SettlePlanInput {
  readonly siteId: SiteId;
  /** The instant of the mark that this one follows; another one there stops it. */
  readonly follows: number | null;
  readonly mark: PlanMark;
  readonly events: readonly NewEvent[];
}

/** Tells which issues a plan has that it had not before: whoever else tries tells nothing twice. */
export async function settlePlan(tx: Tx, { siteId, follows, mark, events }: SettlePlanInput): Promise<void> {
  await lockSite(tx, siteId);
  const row = await tx.first(markOf, { siteId });
  if (row === undefined || row.looked_at !== follows) return;
  await tx.run(putMark, { siteId, ...mark, issues: JSON.stringify(mark.issues) });
  await appendEvents(tx, { siteId, now: mark.lookedAt, events });
}
