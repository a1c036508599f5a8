import type { Actor, ClientId, HoldId, PoolId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { actorFrom } from '../trail/actor-from.ts';
import { throughOf } from '../trail/through-of.ts';
import { fields } from '../store/fields.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

export interface StoredHold {
  readonly holdId: HoldId;
  /** null for more than one site. */
  readonly siteId: SiteId | null;
  /** The pool whose members it covers; null for any other. */
  readonly poolId: PoolId | null;
  readonly asset: string | null;
  /** null for what anybody set. */
  readonly clientId: ClientId | null;
  readonly reason: string | null;
  readonly madeBy: ClientId;
  /** null once it was removed, as of who released it. */
  readonly actor: Actor | null;
  readonly releasedBy: Actor | null;
  readonly isOperators: boolean;
  readonly createdAt: number;
  /** All sites up to this one have been looked at. */
  readonly walkedTo: string;
  readonly appliedAt: number | null;
  readonly releasedAt: number | null;
  /** Whether it lies on any site. */
  readonly isLying: boolean;
}

/** Behind the id of a hold, it names its release among what clients did for persons. */
export const RELEASED = ' released';

/** The rows that a stored hold is made of. */
export const holdRows = ({ db }: Pick<Building<never>, 'db'>) =>
  db
    .selectFrom('hold')
    .select(fields('holdId', 'siteId', 'poolId', 'asset', 'clientId', 'reason', 'madeBy', 'isOperators', 'createdAt'))
    .select(fields('walkedTo', 'appliedAt', 'releasedBy', 'releasedAt'))
    .select((eb) =>
      eb
        .selectFrom('site_hold')
        .select('site_hold.site_id')
        .whereRef('site_hold.hold_id', '=', 'hold.hold_id')
        .limit(1)
        .as('liesOn'),
    )
    .select([
      ofClient('client_name', 'hold.made_by').as('makerName'),
      ofClient('kind', 'hold.made_by').as('makerKind'),
      ofClient('client_name', 'hold.released_by').as('releaserName'),
      ofClient('kind', 'hold.released_by').as('releaserKind'),
      throughOf(sql`hold.hold_id`).as('makerThrough'),
      throughOf(sql`hold.hold_id || ${sql.lit(RELEASED)}`).as('releaserThrough'),
    ]);

function ofClient(column: 'client_name' | 'kind', whose: 'hold.made_by' | 'hold.released_by') {
  return sql<string | null>`(SELECT ${sql.ref(column)} FROM client WHERE client.client_id = ${sql.ref(whose)})`;
}

const holdById = statement<{ holdId: string }>()(({ db, param }) =>
  holdRows({ db }).where('hold_id', '=', param('holdId')),
);

export async function readHold(tx: Tx, { holdId }: { holdId: HoldId }): Promise<StoredHold | undefined> {
  const row = await tx.first(holdById, { holdId });
  return row === undefined ? undefined : holdFromRow(row);
}

/** The last hold of a page; the next page begins behind it. */
export interface HoldPosition {
  readonly createdAt: number;
  readonly holdId: string;
}

const openHolds = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('hold')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .where('released_at', 'is', null),
);

export async function countOpenHolds(tx: Tx): Promise<number> {
  return (await tx.first(openHolds, {}))?.holds ?? 0;
}

// Left over by a restart, or by a batch that came in between.
const unfinished = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('hold')
    .select('hold_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('released_at', 'is', null), eb('applied_at', 'is', null)]),
        eb.and([
          eb('released_at', 'is not', null),
          eb.exists(eb.selectFrom('site_hold').select('version').whereRef('site_hold.hold_id', '=', 'hold.hold_id')),
        ]),
      ]),
    )
    .orderBy('created_at'),
);

/** The holds that are still to be put on sites, or taken off them. */
export async function listUnfinishedHolds(tx: Tx): Promise<HoldId[]> {
  const rows = await tx.all(unfinished, {});
  return rows.map((row) => row.hold_id as HoldId);
}

type HoldRow = NonNullable<(typeof holdById)['types']>['row'];

export function holdFromRow(row: HoldRow): StoredHold {
  const { liesOn, makerName, makerKind, makerThrough, releaserName, releaserKind, releaserThrough, ...hold } = row;
  return {
    ...hold,
    holdId: hold.holdId as HoldId,
    siteId: hold.siteId as SiteId | null,
    poolId: hold.poolId as PoolId | null,
    clientId: hold.clientId as ClientId | null,
    madeBy: hold.madeBy as ClientId,
    actor: actorFrom({ id: hold.madeBy, name: makerName, kind: makerKind, through: makerThrough }),
    releasedBy: actorFrom({ id: hold.releasedBy, name: releaserName, kind: releaserKind, through: releaserThrough }),
    isOperators: hold.isOperators === 1,
    isLying: liesOn !== null,
  };
}
