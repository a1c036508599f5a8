import { appliedVersionOf, revisionOf } from '@setpoint/core';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { inForce, NEVER } from '../store/in-force.ts';
import { type Building, statement } from '../store/statement.ts';
import { toStoredId } from '../store/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import type { AlertRule } from './alert-rules.ts';

/** Something for which a condition holds. */
export interface Holding {
  readonly subjectId: string;
  readonly subjectName: string;
  readonly since: number;
}

export interface FindHoldingInput {
  readonly rule: Pick<AlertRule, 'condition' | 'minutes' | 'siteId' | 'poolId'>;
  readonly now: number;
  readonly offlineAfterMs: number;
}

const MINUTE_MS = 60_000;
const MOST_HOLDING = 1_000;
// What was not followed longer ago is history.
const DEVIATING_FOR_MS = 6 * 3_600_000;

type OfSites = { siteId: string; poolId: string; now: number };
type Asked<Params> = Building<Params & OfSites>;

/** That a site is one of those that a rule names. */
function isNamed<Params>({ param }: Asked<Params>, site: string | Expression<unknown>): RawBuilder<boolean> {
  const [siteId, poolId, now] = [param('siteId'), param('poolId'), param('now')];
  const id = typeof site === 'string' ? sql.ref(site) : site;
  return sql<boolean>`((${siteId} = '' or ${id} = ${param('siteId')}) and (${poolId} = '' or exists (
    select 1 from pool_member where pool_member.pool_id = ${param('poolId')} and pool_member.site_id = ${id}
      and pool_member.known_to = ${sql.lit(NEVER)} and pool_member.valid_from <= ${now}
      and pool_member.valid_to > ${param('now')})))`;
}

const LAST_HEARD = sql<number>`case when disconnected_at is not null and (reported_at is null or
  disconnected_at >= reported_at) then disconnected_at else coalesce(reported_at, site.created_at) end`;

const offlineSites = statement<OfSites & { silentBefore: number; sinceBefore: number }>()((building) =>
  building.db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site.site_id as subjectId', 'site_name as subjectName', LAST_HEARD.as('since')])
    .where(isNamed(building, 'site.site_id'))
    .where(sql<boolean>`(reported_at is null or reported_at < ${building.param('silentBefore')} or
      disconnected_at >= reported_at)`)
    .where(LAST_HEARD, '<=', building.param('sinceBefore'))
    .orderBy('site.site_id')
    .limit(MOST_HOLDING),
);

const progressOfSites = statement<OfSites>()((building) =>
  building.db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site.site_id as siteId', 'site_name as siteName', 'version', 'state_hash as hash', 'epoch', 'revision'])
    .where(isNamed(building, 'site.site_id'))
    .where('version', '>', 0)
    .orderBy('site.site_id'),
);

const firstAfter = statement<{ siteId: string; epoch: number; version: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at as since')
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where('epoch', '=', param('epoch'))
    .where('version', '>', param('version'))
    .orderBy('version')
    .limit(1),
);

const deviatingSites = statement<OfSites & { endedAfter: number; sinceBefore: number }>()((building) =>
  building.db
    .selectFrom('site_following')
    .innerJoin('site', 'site.site_id', 'site_following.site_id')
    .select(['site.site_id as subjectId', 'site_name as subjectName', sql<number>`max(end_at)`.as('since')])
    .where(isNamed(building, 'site.site_id'))
    .where('judged', 'like', '%"state":"deviating"%')
    .where('end_at', '>', building.param('endedAfter'))
    .where('end_at', '<=', building.param('sinceBefore'))
    .groupBy(['site.site_id', 'site_name'])
    .orderBy('site.site_id')
    .limit(MOST_HOLDING),
);

const endingKeys = statement<OfSites & { endsBefore: number }>()((building) =>
  building.db
    .selectFrom('controller_key')
    .innerJoin('site', 'site.site_id', 'controller_key.site_id')
    .select(['key_id as subjectId', 'site_name as subjectName', 'ends_at as endsAt'])
    .where(isNamed(building, 'site.site_id'))
    .where(inForce(building.dialect, 'ends_at'))
    .where('ends_at', '<=', building.param('endsBefore'))
    .orderBy('key_id')
    .limit(MOST_HOLDING),
);

const endingSecrets = statement<{ endsBefore: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('client_secret')
    .innerJoin('client', 'client.client_id', 'client_secret.client_id')
    .select([
      'client.client_id as clientId',
      'client_secret.generation',
      'client_name as clientName',
      'ends_at as endsAt',
    ])
    .where(inForce(dialect, 'ends_at'))
    .where('ends_at', '<=', param('endsBefore'))
    .orderBy('client.client_id')
    .limit(MOST_HOLDING),
);

/** For what the condition of a rule holds now, and has held for as long as the rule says. */
export async function findHolding(tx: Tx, { rule, now, offlineAfterMs }: FindHoldingInput): Promise<Holding[]> {
  const { siteId, poolId, condition } = rule;
  const leadMs = rule.minutes * MINUTE_MS;
  const of = { siteId, poolId, now };
  const sinceBefore = now - leadMs;
  switch (condition) {
    case 'offline':
      return tx.all(offlineSites, { ...of, silentBefore: now - offlineAfterMs, sinceBefore });
    case 'behind':
      return findBehind(tx, of, sinceBefore);
    case 'deviating':
      return tx.all(deviatingSites, { ...of, endedAfter: now - DEVIATING_FOR_MS, sinceBefore });
    case 'credential_ending':
      return findEnding(tx, of, leadMs);
  }
}

async function findBehind(tx: Tx, of: OfSites, sinceBefore: number): Promise<Holding[]> {
  const holding: Holding[] = [];
  for (const row of await tx.all(progressOfSites, of)) {
    const { siteId, siteName, version, epoch } = row;
    const applied = appliedVersionOf(row.revision, revisionOf(row));
    if (applied === version) continue;
    const first = await tx.first(firstAfter, { siteId, epoch, version: applied ?? 0 });
    if (first === undefined || first.since > sinceBefore) continue;
    holding.push({ subjectId: siteId, subjectName: siteName, since: first.since });
    if (holding.length >= MOST_HOLDING) break;
  }
  return holding;
}

async function findEnding(tx: Tx, of: OfSites, leadMs: number): Promise<Holding[]> {
  const endsBefore = of.now + leadMs;
  const keys = await tx.all(endingKeys, { ...of, endsBefore });
  const isOfAll = of.siteId === '' && of.poolId === '';
  const secrets = isOfAll ? await tx.all(endingSecrets, { endsBefore }) : [];
  return [
    ...keys.map(({ subjectId, subjectName, endsAt }) => ({
      subjectId,
      subjectName: `the controller key of ${subjectName}`,
      since: endsAt - leadMs,
    })),
    ...secrets.map(({ clientId, generation, clientName, endsAt }) => ({
      subjectId: `${clientId}/${generation}`,
      subjectName: `a secret of ${clientName}`,
      since: endsAt - leadMs,
    })),
  ].slice(0, MOST_HOLDING);
}
