import type { PoolId } from '@setpoint/contract';
import { membersAt } from './list-members-now.ts';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { KNOWN, type KnownMembership, knownFromRow } from '../steps/write-memberships.ts';

/** The last member of a page; the next page begins behind it. */
export interface MemberPosition {
  readonly siteId: string;
  readonly from: number;
}

export interface ListPoolMembersInput {
  readonly poolId: PoolId;
  readonly after: MemberPosition;
  readonly limit: number;
  /** Left out: all that are not over. */
  readonly at?: number | undefined;
  /** Left out: as it is known now. */
  readonly knownAt?: number | undefined;
  readonly now: number;
}

type PageParams = {
  poolId: string;
  siteId: string;
  from: number;
  begunBy: number;
  endsAfter: number;
  knownAt: number;
  limit: number;
};

const pageOfMembers = statement<PageParams>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .leftJoin('site', 'site.site_id', 'pool_member.site_id')
    .select([...KNOWN, 'site_name as siteName'])
    .where('pool_id', '=', param('poolId'))
    .where((eb) => eb(eb.refTuple('pool_member.site_id', 'valid_from'), '>', eb.tuple(param('siteId'), param('from'))))
    .where('valid_from', '<=', param('begunBy'))
    .where('valid_to', '>', param('endsAfter'))
    .where('known_from', '<=', param('knownAt'))
    .where('known_to', '>', param('knownAt'))
    .orderBy('pool_member.site_id')
    .orderBy('valid_from')
    .limit(param('limit')),
);

export interface ListedMember extends KnownMembership {
  /** null for a site that was removed since. */
  readonly siteName: string | null;
}

/** The members of a pool in the order of their ids, from one position on. */
export async function listPoolMembers(tx: Tx, input: ListPoolMembersInput): Promise<ListedMember[]> {
  const { poolId, after, limit, at, knownAt, now } = input;
  const rows = await tx.all(pageOfMembers, {
    poolId,
    ...after,
    limit,
    begunBy: at ?? NEVER,
    endsAfter: at ?? knownAt ?? now,
    knownAt: knownAt ?? NEVER - 1,
  });
  return rows.map(knownFromRow);
}

const countOfMembers = statement<{ poolId: string; at: number }>()((building) =>
  membersAt(building).select(({ fn }) => fn.countAll<number>().as('members')),
);

/** How many sites are members now. */
export async function countMembers(tx: Tx, { poolId, now }: { poolId: PoolId; now: number }): Promise<number> {
  return (await tx.first(countOfMembers, { poolId, at: now }))?.members ?? 0;
}
