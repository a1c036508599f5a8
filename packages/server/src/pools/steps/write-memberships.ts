import type { PoolId, SiteId } from '@setpoint/contract';
import { type Membership, changeMembership } from '@setpoint/core';
import { insert, removeBy, updateBy } from '../../store/put.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import { fields } from '../../store/fields.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import { statement } from '../../store/statement.ts';

/** A stretch as it is stored, with the instant from which it is known. */
export interface KnownMembership extends Membership {
  readonly siteId: SiteId;
  readonly knownFrom: number;
}

/** What to select of it. */
export const KNOWN = [
  ...fields('pool_member.siteId', 'role', 'rank', 'rampKwPerSecond', 'knownFrom'),
  'valid_from as from',
  'valid_to as to',
] as const;

export function knownFromRow<Row extends { readonly siteId: string }>(row: Row): Row & { readonly siteId: SiteId } {
  return { ...row, siteId: row.siteId as SiteId };
}

const STRETCH = ['poolId', 'siteId', 'validFrom', 'knownFrom'] as const;

const endStretch = updateBy('pool_member', STRETCH, ['knownTo']);

const deleteStretch = removeBy('pool_member', STRETCH);

const insertStretch = insert(
  'pool_member',
  ['poolId', 'siteId', 'validFrom', 'validTo', 'role', 'rank', 'rampKwPerSecond', 'knownFrom'],
  { knownTo: NEVER },
);

export interface WritingMemberships {
  readonly poolId: PoolId;
  readonly siteId: SiteId;
  readonly ended: readonly KnownMembership[];
  readonly begun: readonly Membership[];
  readonly now: number;
}

/** Writes down what is known of a member from now on, and until when what was known before was. */
export async function writeMemberships(tx: Tx, { poolId, siteId, ended, begun, now }: WritingMemberships) {
  for (const { from, knownFrom } of ended) {
    const stretch = { poolId, siteId, validFrom: from, knownFrom };
    // What was never known for a moment is not worth a row.
    await (knownFrom >= now ? tx.run(deleteStretch, stretch) : tx.run(endStretch, { ...stretch, knownTo: now }));
  }
  for (const { from, to, role, rank, rampKwPerSecond } of begun) {
    const stretch = { poolId, siteId, validFrom: from, validTo: to, knownFrom: now };
    await tx.run(insertStretch, { ...stretch, role, rank, rampKwPerSecond });
  }
}

const membershipsOf = statement<{ siteId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select([...KNOWN, 'pool_id as poolId'])
    .where('site_id', '=', param('siteId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('now')),
);

/** A site that is removed leaves all pools; one that is added later under its id is a member of none. */
export async function endMemberships(tx: Tx, { siteId, now }: { siteId: SiteId; now: number }): Promise<void> {
  // Lest it joins another meanwhile, or the log has it in a pool that is changed at the same time.
  await lockStoreState(tx);
  const rows = await tx.all(membershipsOf, { siteId, now });
  for (const [poolId, stretches] of Map.groupBy(rows, (row) => row.poolId as PoolId)) {
    await writeMemberships(tx, { poolId, siteId, now, ...changeMembership(stretches.map(knownFromRow), [], now) });
  }
}
