import type { PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { KnownMembership } from './known-from-row.ts';

type StretchKey = { poolId: string; siteId: string; from: number; knownFrom: number };

const endStretch = statement<StretchKey & { now: number }>()(({ db, param }) =>
  db
    .updateTable('pool_member')
    .set({ known_to: param('now') })
    .where('pool_id', '=', param('poolId'))
    .where('site_id', '=', param('siteId'))
    .where('valid_from', '=', param('from'))
    .where('known_from', '=', param('knownFrom')),
);

const deleteStretch = statement<StretchKey>()(({ db, param }) =>
  db
    .deleteFrom('pool_member')
    .where('pool_id', '=', param('poolId'))
    .where('site_id', '=', param('siteId'))
    .where('valid_from', '=', param('from'))
    .where('known_from', '=', param('knownFrom')),
);

type NewStretch = {
  poolId: string;
  siteId: string;
  from: number;
  to: number;
  role: Membership['role'];
  rank: number;
  ramp: number | null;
  now: number;
};

const insertStretch = statement<NewStretch>()(({ db, param }) =>
  db.insertInto('pool_member').values({
    pool_id: param('poolId'),
    site_id: param('siteId'),
    valid_from: param('from'),
    valid_to: param('to'),
    role: param('role'),
    rank: param('rank'),
    ramp_kw_per_second: param('ramp'),
    known_from: param('now'),
    known_to: NEVER,
  }),
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
    const stretch = { poolId, siteId, from, knownFrom };
    // What was never known for a moment is not worth a row.
    await (knownFrom >= now ? tx.run(deleteStretch, stretch) : tx.run(endStretch, { ...stretch, now }));
  }
  for (const { from, to, role, rank, rampKwPerSecond: ramp } of begun) {
    await tx.run(insertStretch, { poolId, siteId, from, to, role, rank, ramp, now });
  }
}
