import type { PoolId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { fields } from '../../store/fields.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { throughOf } from '../../trail/through-of.ts';
import {
  memberFromRow,
  type StoredDivision,
  divisionFromRow,
  type DivisionOfMember,
  type DivisionRow,
} from '../steps/division-from-row.ts';

type Params = { poolId: string; upTo: number; round: number; limit: number };

const divisions = ({ db, param }: Building<Params>) =>
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
    .limit(param('limit'));

const bySequence = statement<Params>()((building) =>
  divisions(building)
    .where('sequence', '<=', building.param('upTo'))
    .where((eb) => eb.or([eb('sequence', '<', building.param('upTo')), eb('round', '<=', building.param('round'))]))
    .orderBy('sequence', 'desc')
    .orderBy('round', 'desc'),
);

export interface DivisionsWanted {
  readonly poolId: PoolId;
  readonly limit: number;
  /** The first of them at the latest. */
  readonly upTo: { readonly sequence: number; readonly round?: number };
}

export const LAST_ROUND = 2 ** 31 - 1;

/** Some divisions of a pool, the latest first. */
export async function readDivisions(tx: Tx, wanted: DivisionsWanted): Promise<StoredDivision[]> {
  return (await readRows(tx, wanted)).map(divisionFromRow);
}

/** The last signal up to a sequence, as it was divided last, or in a round. */
export async function findSignal(tx: Tx, wanted: Omit<DivisionsWanted, 'limit'>): Promise<StoredDivision | undefined> {
  return (await readDivisions(tx, { ...wanted, limit: 1 }))[0];
}

/** The latest of them, for one member of the pool. */
export async function readDivisionOfMember(
  tx: Tx,
  { siteId, ...wanted }: Omit<DivisionsWanted, 'limit'> & { readonly siteId: SiteId },
): Promise<DivisionOfMember | undefined> {
  const [row] = await readRows(tx, { ...wanted, limit: 1 });
  return row && memberFromRow(row, siteId);
}

type Sent = { poolId: string; sequence: number };

const sentAsOrdered = statement<Sent>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select(fields('sequence', 'watts', 'validUntil'))
    .where('pool_id', '=', param('poolId'))
    .where('sequence', '=', param('sequence'))
    .where('sent', 'is', null)
    .where('round', '=', 0),
);

const sentOtherwise = statement<Sent>()(({ db, param }) =>
  db
    .selectFrom('pool_tick')
    .select(fields('sequence', 'watts', 'validUntil'))
    .where('pool_id', '=', param('poolId'))
    .where('sent', '=', param('sequence'))
    .where('round', '=', 0)
    .orderBy('sequence', 'desc')
    .limit(SEATS_LOOKED_THROUGH),
);

// Each seat may send the same number once.
const SEATS_LOOKED_THROUGH = 100;

/** The signals that were sent with a sequence, the latest first, each with the sequence of its orders. */
export async function findSent(tx: Tx, wanted: { readonly poolId: PoolId; readonly sequence: number }) {
  return [...(await tx.all(sentOtherwise, wanted)), ...(await tx.all(sentAsOrdered, wanted))];
}

function readRows(tx: Tx, { poolId, limit, upTo }: DivisionsWanted): Promise<readonly DivisionRow[]> {
  return tx.all(bySequence, { poolId, limit, upTo: upTo.sequence, round: upTo.round ?? LAST_ROUND });
}
