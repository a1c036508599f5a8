import { hash } from 'node:crypto';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { fields } from '../store/fields.ts';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';

const poolById = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool')
    .select(fields('poolName', 'service', 'split', 'enduranceMinutes'))
    .where('pool_id', '=', param('poolId'))
    .where('removed_at', 'is', null),
);

const stretchesOf = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .select(fields('siteId', 'validFrom', 'validTo', 'role', 'rank', 'rampKwPerSecond'))
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
  read: async (tx: Tx, { poolId }: Named): Promise<State | undefined> => {
    const pool = await tx.first(poolById, { poolId });
    if (pool === undefined) return undefined;
    const stretches = await tx.all(stretchesOf, { poolId });
    const members = stretches.map(({ siteId, validFrom, validTo, ...rest }) => ({
      siteId,
      from: instantText(validFrom),
      to: instantTextOrNull(validTo === NEVER ? null : validTo),
      ...rest,
    }));
    return {
      ...pool,
      members:
        members.length <= MOST_NAMED
          ? members
          : { count: members.length, hash: hash('sha256', JSON.stringify(members)) },
    };
  },
};
