import type { AuthorityHolder, SiteAuthority, SiteId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { grantRecord } from '../access/grants/grant-record.ts';
import { listControllerKeys } from '../registry/keys/list-controller-keys.ts';
import { fields, readBy } from '../store/fields.ts';
import { NEVER } from '../store/in-force.ts';
import { listOf } from '../store/list-of.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { keyOf } from '../trail/append-record.ts';
import { isMembershipNow } from '../access/pools/is-membership-now.ts';
import { type Giving, listGivings } from './list-givings.ts';

export interface SiteAuthorityInput {
  readonly siteId: SiteId;
  readonly now: number;
}

const siteById = readBy('site', ['siteId'], ['siteName']);

/** Everybody and everything that can command a site now; undefined where there is no such site. */
export async function readSiteAuthority(tx: Tx, input: SiteAuthorityInput): Promise<SiteAuthority | undefined> {
  const { siteId, now } = input;
  const site = await tx.first(siteById, { siteId });
  if (site === undefined) return undefined;
  const holders = [
    ...(await readCallers(tx, siteId)),
    ...(await readPools(tx, siteId)),
    ...(await readKeys(tx, siteId)),
  ];
  return { siteId, siteName: site.siteName, at: instantText(now), holders };
}

const lastOfEach = statement<{ subjects: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('audit_record')
    .select('subject')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('subject', 'in', listOf(dialect, param('subjects')))
    .groupBy('subject'),
);

async function readCallers(tx: Tx, siteId: SiteId): Promise<AuthorityHolder[]> {
  const givings = await listGivings(tx, { siteId });
  const subjects = JSON.stringify([...new Set(givings.map(subjectOf))]);
  // What was forgotten because of its age is not in it.
  const givenAt = new Map((await tx.all(lastOfEach, { subjects })).map(({ subject, at }) => [subject, at]));
  return givings.map((giving) => {
    const { kind, callerId, callerName, through, poolId, role, groupName, createdAt } = giving;
    const since = through === 'scope' ? createdAt : (givenAt.get(subjectOf(giving)) ?? null);
    return {
      kind,
      id: callerId,
      name: callerName,
      through,
      ...(poolId === null ? {} : { poolId }),
      ...(role === null ? {} : { role }),
      ...(groupName === null ? {} : { groupName }),
      since: instantTextOrNull(since),
      endsAt: endText(Math.min(giving.endsAt, giving.claimEndsAt ?? NEVER)),
    };
  });
}

/** What records of it in the audit log are about. */
function subjectOf({ holderId: clientId, siteId, poolId }: Giving): string {
  return keyOf(
    poolId === null
      ? grantRecord.ofSite.subject({ clientId, siteId: siteId ?? '' })
      : grantRecord.ofPool.subject({ clientId, poolId }),
  );
}

const poolsWith = statement<{ siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('pool', 'pool.pool_id', 'pool_member.pool_id')
    .select(fields('pool.poolId', 'poolName', 'validFrom', 'validTo'))
    .where('pool_member.site_id', '=', param('siteId'))
    .where('removed_at', 'is', null)
    .where(isMembershipNow(dialect))
    .orderBy('pool_name')
    .orderBy('pool.pool_id'),
);

async function readPools(tx: Tx, siteId: SiteId): Promise<AuthorityHolder[]> {
  return (await tx.all(poolsWith, { siteId })).map(({ poolId, poolName, validFrom, validTo }) => ({
    kind: 'pool',
    id: poolId,
    name: poolName,
    through: 'site',
    since: instantText(validFrom),
    endsAt: endText(validTo),
  }));
}

async function readKeys(tx: Tx, siteId: SiteId): Promise<AuthorityHolder[]> {
  return ((await listControllerKeys(tx, { siteId })) ?? []).map(({ keyId, createdAt, endsAt }) => ({
    kind: 'key',
    id: keyId,
    name: '',
    through: 'site',
    since: instantText(createdAt),
    endsAt: endText(endsAt),
  }));
}

function endText(endsAt: number): string | null {
  return instantTextOrNull(endsAt === NEVER ? null : endsAt);
}
