import { LIMITS, type PoolId, type PoolServiceName, type SiteId } from '@setpoint/contract';
import { changeMembership, type Membership } from '@setpoint/core';
import { appendEvents } from '../../events/append-events.ts';
import { GatheringTx } from '../../events/gathering-tx.ts';
import { NEVER } from '../../store/in-force.ts';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { changedBy } from '../../trail/changed-by.ts';
import type { Done } from '../../trail/deed.ts';
import { KNOWN, type KnownMembership, knownFromRow, writeMemberships } from './write-memberships.ts';

export interface ChangeMembersInput extends Done {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  /** For each site when it is to be a member from now on; never, where the list is empty. */
  readonly wanted: ReadonlyMap<SiteId, readonly Membership[]>;
  /** Whether all members leave that are not named. */
  readonly isWhole: boolean;
  readonly now: number;
  /** Done once nothing stands in the way, before members are written. */
  readonly before?: () => Promise<void>;
}

export type ChangeMembersOutput =
  | { readonly kind: 'changed' }
  | { readonly kind: 'site_missing'; readonly siteId: SiteId }
  | { readonly kind: 'in_other_pool'; readonly siteId: SiteId; readonly poolName: string }
  | { readonly kind: 'too_many_members' };

const presentMembers = statement<{ poolId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select(KNOWN)
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('now')),
);

const presentSites = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

type OthersParams = { poolId: string; service: PoolServiceName; siteIds: string; now: number };

const membersOfOthers = statement<OthersParams>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('pool', 'pool.pool_id', 'pool_member.pool_id')
    .select(['site_id as siteId', 'valid_from as from', 'valid_to as to', 'pool_name as poolName'])
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('now'))
    .where('service', '=', param('service'))
    .where('pool.pool_id', '<>', param('poolId')),
);

/** Changes who is a member from now on; the past stays as it was known. Nothing is written where it cannot be so. */
export async function changeMembers(tx: Tx, input: ChangeMembersInput): Promise<ChangeMembersOutput> {
  const { poolId, wanted, isWhole, now, by } = input;
  const refusal = await refusalOf(tx, input);
  if (refusal !== undefined) return refusal;
  const rows = (await tx.all(presentMembers, { poolId, now })).map(knownFromRow);
  const known = Map.groupBy(rows, ({ siteId }) => siteId);
  const siteIds = new Set([...wanted.keys(), ...(isWhole ? known.keys() : [])]);
  const kept = isWhole ? [] : [...known.keys()].filter((siteId) => !wanted.has(siteId));
  const begun = [...wanted.values()].filter((stretches) => stretches.some(({ to }) => to > now));
  if (kept.length + begun.length > LIMITS.maxPoolMembers) return { kind: 'too_many_members' };
  await input.before?.();
  const gathering = new GatheringTx(tx);
  for (const siteId of siteIds) {
    const change = { poolId, siteId, now, by, known: known.get(siteId) ?? [], wanted: wanted.get(siteId) ?? [] };
    await changeMember(gathering, change);
  }
  await gathering.writeEvents();
  return { kind: 'changed' };
}

interface MemberChange extends Done {
  readonly poolId: PoolId;
  readonly siteId: SiteId;
  readonly known: readonly KnownMembership[];
  readonly wanted: readonly Membership[];
  readonly now: number;
}

async function changeMember(tx: Tx, { poolId, siteId, known, wanted, now, by }: MemberChange): Promise<void> {
  const { ended, begun } = changeMembership(known, wanted, now);
  if (ended.length === 0 && begun.length === 0) return;
  await writeMemberships(tx, { poolId, siteId, ended, begun, now });
  const isMember = wanted.some(({ to }) => to > now);
  if (isMember === known.length > 0) return;
  const change = isMember ? 'joined' : 'left';
  await appendEvents(tx, {
    siteId,
    now,
    events: [{ type: 'site.changed', data: { change, poolId, ...changedBy({ by }) } }],
  });
}

async function refusalOf(
  tx: Tx,
  { poolId, service, wanted, now }: ChangeMembersInput,
): Promise<ChangeMembersOutput | undefined> {
  const named = [...wanted].filter(([, stretches]) => stretches.length > 0);
  const siteIds = JSON.stringify(named.map(([siteId]) => siteId));
  const present = new Set((await tx.all(presentSites, { siteIds })).map((row) => row.site_id));
  const missing = named.find(([siteId]) => !present.has(siteId));
  if (missing !== undefined) return { kind: 'site_missing', siteId: missing[0] };
  const others = await tx.all(membersOfOthers, { poolId, service, siteIds, now });
  for (const { siteId: id, from, to, poolName } of others) {
    const siteId = id as SiteId;
    const isTaken = wanted.get(siteId)?.some((one) => Math.max(one.from, now) < to && from < one.to && one.to > now);
    if (isTaken === true) return { kind: 'in_other_pool', siteId, poolName };
  }
  return undefined;
}
