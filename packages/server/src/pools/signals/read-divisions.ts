import type { PoolId } from '@setpoint/contract';
import { LONGEST_SIGNAL_MS } from '@setpoint/core';
import { sql } from 'kysely';
import { fields } from '../../store/fields.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { throughOf } from '../../trail/through-of.ts';
import { divisionFromRow, type StoredDivision } from '../steps/division-from-row.ts';

type Params = { poolId: string; upTo: number; round: number; limit: number };

const bySequence = statement<Params>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .innerJoin('pool_roster', (join) =>
      join.onRef('pool_roster.pool_id', '=', 'pool_tick.pool_id').onRef('pool_roster.roster', '=', 'pool_tick.roster'),
    )
    .leftJoin('client', 'client.client_id', 'pool_tick.asked_by')
    .select(fields('askedBy', 'clientName', 'client.kind'))
    .select(throughOf(sql`pool_tick.pool_id || '/' || pool_tick.sequence`).as('through'))
    .select(
      fields('sequence', 'round', 'at', 'validUntil', 'watts', 'shortfallWatts', 'surplusWatts', 'shares', 'siteIds'),
    )
    .select(fields('sent', 'holding', 'goesBackBelow'))
    .where('pool_tick.pool_id', '=', param('poolId'))
    .where('sequence', '<=', param('upTo'))
    .where((eb) => eb.or([eb('sequence', '<', param('upTo')), eb('round', '<=', param('round'))]))
    .orderBy('sequence', 'desc')
    .orderBy('round', 'desc')
    .limit(param('limit')),
);

interface DivisionsWanted {
  readonly poolId: PoolId;
  readonly limit: number;
  /** The first of them at the latest; the last there is, if left out. */
  readonly upTo?: { readonly sequence: number; readonly round?: number };
}

const LATEST = { sequence: Number.MAX_SAFE_INTEGER };
export const LAST_ROUND = 2 ** 31 - 1;

/** Some divisions of a pool, the latest first. */
export async function readDivisions(
  tx: Tx,
  { poolId, limit, upTo = LATEST }: DivisionsWanted,
): Promise<StoredDivision[]> {
  const { sequence, round = LAST_ROUND } = upTo;
  return (await tx.all(bySequence, { poolId, limit, upTo: sequence, round })).map(divisionFromRow);
}

/** The last signal up to a sequence, as it was divided last, or in a round. */
export async function findSignal(tx: Tx, wanted: Omit<DivisionsWanted, 'limit'>): Promise<StoredDivision | undefined> {
  return (await readDivisions(tx, { ...wanted, limit: 1 }))[0];
}

type Instants = { poolId: string; since: number; at: number };

const upToInstant = ({ db, param }: Building<Instants>) =>
  db
    .selectFrom('pool_tick')
    .select(['sequence', 'round'])
    .where('pool_id', '=', param('poolId'))
    .where('at', '>=', param('since'))
    .where('at', '<=', param('at'))
    .limit(1);

// A signal may be of an instant a little ahead, and a clock may step back: the later sequence is what counts.
const lastAsked = statement<Instants>()((building) =>
  upToInstant(building).orderBy('sequence', 'desc').orderBy('round', 'desc'),
);
const lastInTime = statement<Instants>()((building) =>
  upToInstant(building).orderBy('at', 'desc').orderBy('sequence', 'desc').orderBy('round', 'desc'),
);

/** What a pool was asked for last at an instant, be it in force then or not. */
export async function readDivisionAt(
  tx: Tx,
  { poolId, at }: { readonly poolId: PoolId; readonly at: number },
): Promise<StoredDivision | undefined> {
  const found =
    (await tx.first(lastAsked, { poolId, since: at - LONGEST_SIGNAL_MS, at })) ??
    (await tx.first(lastInTime, { poolId, since: 0, at }));
  return found && findSignal(tx, { poolId, upTo: found });
}

type Sent = { poolId: string; sequence: number };

const signalsOf = ({ db, param }: Building<Sent>) =>
  db
    .selectFrom('pool_tick')
    .select(fields('sequence', 'watts', 'validUntil'))
    .where('pool_id', '=', param('poolId'))
    .where('round', '=', 0);

// Each seat may send the same number once.
const SEATS_LOOKED_THROUGH = 100;

const sentAsOrdered = statement<Sent>()((building) =>
  signalsOf(building).where('sequence', '=', building.param('sequence')).where('sent', 'is', null),
);

const sentOtherwise = statement<Sent>()((building) =>
  signalsOf(building)
    .where('sent', '=', building.param('sequence'))
    .orderBy('sequence', 'desc')
    .limit(SEATS_LOOKED_THROUGH),
);

/** The signals that were sent with a sequence, the latest first, each with the sequence of its orders. */
export async function findSent(tx: Tx, wanted: { readonly poolId: PoolId; readonly sequence: number }) {
  return [...(await tx.all(sentOtherwise, wanted)), ...(await tx.all(sentAsOrdered, wanted))];
}

interface SignalInPool {
  readonly poolId: PoolId;
  readonly division: StoredDivision;
  readonly now: number;
}

/** The signal that is in force again once this one is taken back; undefined where the pool is then asked for nothing. */
export async function signalBefore(
  tx: Tx,
  { poolId, division, now }: SignalInPool,
): Promise<StoredDivision | undefined> {
  const before = await findSignal(tx, { poolId, upTo: { sequence: belowOf(division) - 1 } });
  return before !== undefined && before.validUntil > now ? before : undefined;
}

/** What is asked for in place of a signal that is taken back. What was taken back before lies behind the place that it goes to. */
export async function signalInPlaceOf(tx: Tx, taken: SignalInPool) {
  const before = await signalBefore(tx, taken);
  const source = before ?? taken.division;
  return { watts: before?.watts ?? 0, validUntil: source.validUntil, goesBackBelow: belowOf(source) };
}

function belowOf({ sequence, goesBackBelow }: StoredDivision): number {
  return goesBackBelow ?? sequence;
}
