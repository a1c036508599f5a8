import { forgetting } from '../../platform/loops/forgetting.ts';
import { fields } from '../../store/fields.ts';
import { removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

type Old = { before: number; limit: number };

const oldDivisions = statement<Old>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select(fields('poolId', 'sequence', 'round'))
    .where('at', '<', param('before'))
    .orderBy('at')
    .limit(param('limit')),
);

const deleteDivision = removeBy('pool_tick', ['poolId', 'sequence', 'round']);

const deleteRosters = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .deleteFrom('pool_roster')
    .where('pool_id', '=', param('poolId'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('pool_tick')
            .select('sequence')
            .whereRef('pool_tick.pool_id', '=', 'pool_roster.pool_id')
            .whereRef('pool_tick.roster', '=', 'pool_roster.roster'),
        ),
      ),
    ),
);

/** Removes some of the divisions before an instant, and the lists of members that were theirs alone. */
export const forgetDivisions = defineWrite({
  name: 'forgetDivisions',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, input: Old): Promise<void> => {
    const divisions = await tx.all(oldDivisions, input);
    for (const division of divisions) await tx.run(deleteDivision, division);
    for (const poolId of new Set(divisions.map((division) => division.poolId))) await tx.run(deleteRosters, { poolId });
  },
});

/** Whether there is one to remove. */
export async function hasOldDivisions(tx: Tx, { before }: { before: number }): Promise<boolean> {
  return (await tx.first(oldDivisions, { before, limit: 1 })) !== undefined;
}

/** Divisions of signals. */
export const forgetOldDivisions = forgetting({ has: hasOldDivisions, forget: forgetDivisions, step: 1_000 });
