import type { ProblemFacts, SiteId } from '@setpoint/contract';
import { appliedVersionOf, instantTextOrNull, isOnline, revisionOf, seesUntil } from '@setpoint/core';
import { sql } from 'kysely';
import { limitationsOf } from '../delivery/stored-rejection.ts';
import { DEVIATING_KEPT_MS } from '../following/deviating-run.ts';
import { FOLLOWED } from '../following/note-following.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';
import type { PresenceRule } from '../sites/site-text.ts';
import { troublesSince } from '../sites/troubles-of.ts';
import { fields } from '../store/fields.ts';
import { listOf } from '../store/list-of.ts';
import { type Building, statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';

/** `leadMs` is for how long an asset must have deviated to count. */
export type FactParams = { now: number; leadMs: number };

/** What facts are read of, for each statement that picks some sites. */
export const factRows = ({ db, param }: Pick<Building<FactParams>, 'db' | 'param'>) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(fields('site.siteId', 'siteName', 'timeZone', 'createdAt', 'version', 'epoch', 'revision', 'rejected'))
    .select(fields('limited', 'troubles', 'reportedAt', 'disconnectedAt'))
    .select('state_hash as hash')
    .select((eb) =>
      eb
        .selectFrom('site_following')
        .select(sql<number | null>`min(deviating_since)`.as('since'))
        .whereRef('site_following.site_id', '=', 'site.site_id')
        // A node of the version before leaves the run as it was.
        .where('judged', 'not like', `%${FOLLOWED}%`)
        .where(sql<boolean>`deviating_until + ${sql.lit(DEVIATING_KEPT_MS)} > ${param('now')}`)
        .where(sql<boolean>`deviating_until - deviating_since >= ${param('leadMs')}`)
        .as('deviatingSince'),
    );

const rowsOfSites = statement<FactParams & { siteIds: string }>()((building) =>
  factRows(building).where('site.site_id', 'in', listOf(building.dialect, building.param('siteIds'))),
);

type FactRow = NonNullable<(typeof rowsOfSites)['types']>['row'];

const firstAfter = statement<{ siteId: string; epoch: number; version: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at as since')
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where(isKeptBatch(param('siteId')))
    .where('epoch', '=', param('epoch'))
    .where('version', '>', param('version'))
    .orderBy('version')
    .limit(1),
);

/** What is known of a site beside its schedule. */
export type SiteFacts = Awaited<ReturnType<typeof factsFromRow>>;

/** The facts of some sites, by their ids. */
export async function readSiteFacts(
  tx: Tx,
  { siteIds, now }: { readonly siteIds: readonly SiteId[]; readonly now: number },
): Promise<ReadonlyMap<string, SiteFacts>> {
  const found = await tx.all(rowsOfSites, { siteIds: JSON.stringify(siteIds), now, leadMs: 0 });
  const facts = new Map<string, SiteFacts>();
  for (const row of found) facts.set(row.siteId, await factsFromRow(tx, row));
  return facts;
}

/** What a row says, and since when the first batch was accepted that the controller does not have. */
export async function factsFromRow(tx: Tx, row: FactRow) {
  const { siteId, version, epoch, revision } = row;
  const appliedVersion = appliedVersionOf(revision, revisionOf(row));
  const isBehind = version > 0 && appliedVersion !== version;
  const first = isBehind ? await tx.first(firstAfter, { siteId, epoch, version: appliedVersion ?? 0 }) : undefined;
  return {
    ...row,
    appliedVersion,
    /** Up to when the controller was told what is set. */
    seesUntil: seesUntil(revision ?? ''),
    behindSince: first?.since ?? null,
    rejected: JSON.parse(row.rejected ?? '[]') as readonly unknown[],
    limited: limitationsOf(row.limited),
    troubles: troublesSince(row.troubles),
  };
}

/** The facts as answers have them. */
export function shownFacts(facts: SiteFacts, { now, timeoutMs }: PresenceRule) {
  const { reportedAt, disconnectedAt, limited } = facts;
  return {
    isOnline: isOnline({ reportedAt, disconnectedAt, now, timeoutMs }),
    reportedAt: instantTextOrNull(reportedAt),
    behindSince: instantTextOrNull(facts.behindSince),
    rejected: facts.rejected.length,
    limited: limited.length,
    limitedBy: [...new Set(limited.map(({ by }) => by))],
    troubles: facts.troubles,
    deviatingSince: instantTextOrNull(facts.deviatingSince),
  } satisfies Partial<ProblemFacts>;
}
