import { LIMITS, type PoolId } from '@setpoint/contract';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { findSignal } from './read-divisions.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';

type Params = { poolId: string; since: number; at: number };

const upToInstant = ({ db, param }: Building<Params>) =>
  db
    .selectFrom('pool_tick')
    .select(['sequence', 'round'])
    .where('pool_id', '=', param('poolId'))
    .where('at', '>=', param('since'))
    .where('at', '<=', param('at'))
    .limit(1);

// A signal may be of an instant a little ahead, and a clock may step back: the later sequence is what counts.
const lastAsked = statement<Params>()((building) =>
  upToInstant(building).orderBy('sequence', 'desc').orderBy('round', 'desc'),
);
const lastInTime = statement<Params>()((building) =>
  upToInstant(building).orderBy('at', 'desc').orderBy('sequence', 'desc').orderBy('round', 'desc'),
);

// A signal lasts no longer than this.
const LONGEST_MS = LIMITS.maxSignalSeconds * 1_000;

interface Instant {
  readonly poolId: PoolId;
  readonly at: number;
}

/** Which signal of a pool was the last at an instant, be it in force then or not. */
export async function findDivisionAt(
  tx: Tx,
  { poolId, at }: Instant,
): Promise<{ readonly sequence: number; readonly round: number } | undefined> {
  return (
    (await tx.first(lastAsked, { poolId, since: at - LONGEST_MS, at })) ??
    (await tx.first(lastInTime, { poolId, since: 0, at }))
  );
}

/** What a pool was asked for last at an instant. */
export async function readDivisionAt(tx: Tx, { poolId, at }: Instant): Promise<StoredDivision | undefined> {
  const found = await findDivisionAt(tx, { poolId, at });
  return found && findSignal(tx, { poolId, upTo: found });
}
