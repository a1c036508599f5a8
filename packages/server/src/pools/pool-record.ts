import { hash } from 'node:crypto';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';

const poolById = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool')
    .select(['pool_name', 'service', 'split', 'lead_seconds', 'endurance_minutes'])
    .where('pool_id', '=', param('poolId'))
    .where('removed_at', 'is', null),
);

const stretchesOf = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select(['site_id', 'valid_from', 'valid_to', 'role', 'rank', 'ramp_kw_per_second'])
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .orderBy('site_id')
    .orderBy('valid_from'),
);

interface Named {
  readonly poolId: string;
}

// With more members their hash stands for them; who was a member when is kept with the pool in any case.
const MOST_NAMED = 50;

/** What the audit log says of a pool. */
export const poolRecord = {
  subject: ({ poolId }: Named): Subject => ({ kind: 'pool', id: poolId }),
  look: async (tx: Tx, { poolId }: Named): Promise<State | undefined> => {
    const row = await tx.first(poolById, { poolId });
    if (row === undefined) return undefined;
    const stretches = await tx.all(stretchesOf, { poolId });
    const members = stretches.map((stretch) => ({
      siteId: stretch.site_id,
      from: instantText(stretch.valid_from),
      to: instantTextOrNull(stretch.valid_to === NEVER ? null : stretch.valid_to),
      role: stretch.role,
      rank: stretch.rank,
      rampKwPerSecond: stretch.ramp_kw_per_second,
    }));
    return {
      poolName: row.pool_name,
      service: row.service,
      split: row.split,
      leadSeconds: row.lead_seconds,
      enduranceMinutes: row.endurance_minutes,
      members:
        members.length <= MOST_NAMED
          ? members
          : { count: members.length, hash: hash('sha256', JSON.stringify(members)) },
    };
  },
};
