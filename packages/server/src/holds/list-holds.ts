import type { ClientId } from '@setpoint/contract';
import { isPoolVisible } from '../access/pools/is-pool-visible.ts';
import { isVisible } from '../access/sites/is-visible.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type HoldPosition, holdFromRow, holdRows, type StoredHold } from './read-hold.ts';

export interface HoldsWanted {
  /** Behind this one. */
  readonly after: HoldPosition;
  readonly limit: number;
  readonly state: 'open' | 'released' | undefined;
  /** Whose holds, and those on what it can see; null for all. */
  readonly seenBy: ClientId | null;
  /** How many are looked at. */
  readonly among?: number;
}

export interface HoldsFound {
  readonly holds: readonly StoredHold[];
  /** Where to look on; undefined at the end. */
  readonly next: HoldPosition | undefined;
}

const LOOKED_AT_ONCE = 1_000;

/** The holds there are and were, the oldest first: those of some that are wanted, as the database picks them. */
export async function listHolds(tx: Tx, wanted: HoldsWanted): Promise<HoldsFound> {
  const { after, limit, state = 'any', seenBy, among = LOOKED_AT_ONCE } = wanted;
  const end = await tx.first(ends[state], { ...after, others: among - 1 });
  const upTo = end === undefined ? BEHIND_ALL : { upToAt: end.created_at, upToId: end.hold_id };
  const page = { ...after, ...upTo, limit };
  const rows =
    seenBy === null ? await tx.all(pages[state], page) : await tx.all(pagesSeen[state], { ...page, clientId: seenBy });
  const next = end === undefined ? undefined : { createdAt: end.created_at, holdId: end.hold_id };
  return { holds: rows.map(holdFromRow), next };
}

const BEHIND_ALL = { upToAt: Number.MAX_SAFE_INTEGER, upToId: '' };

type State = 'open' | 'released' | 'any';
type EndParams = { createdAt: number; holdId: string; others: number };
type PageParams = { createdAt: number; holdId: string; upToAt: number; upToId: string; limit: number };

function byState<Made>(make: (state: State) => Made): Record<State, Made> {
  return { open: make('open'), released: make('released'), any: make('any') };
}

const ends = byState((state) =>
  statement<EndParams>()(({ db, param }) =>
    db
      .selectFrom('hold')
      .select(['created_at', 'hold_id'])
      .where((eb) => eb(eb.refTuple('created_at', 'hold_id'), '>', eb.tuple(param('createdAt'), param('holdId'))))
      .$if(state === 'open', (holds) => holds.where('released_at', 'is', null))
      .$if(state === 'released', (holds) => holds.where('released_at', 'is not', null))
      .orderBy('created_at')
      .orderBy('hold_id')
      .limit(1)
      .offset(param('others')),
  ),
);

const pages = byState((state) => statement<PageParams>()((building) => pageOf(building, state)));
const pagesSeen = byState((state) =>
  statement<PageParams & { clientId: string }>()((building) => {
    const me = building.param('clientId');
    return pageOf(building, state).where((eb) =>
      eb.or([
        eb('made_by', '=', me),
        eb('hold.client_id', '=', me),
        // A hold of all sites concerns everybody; what it counts is each caller's own.
        eb.and([eb('hold.client_id', 'is', null), eb('hold.site_id', 'is', null), eb('hold.pool_id', 'is', null)]),
        eb.and([eb('hold.site_id', 'is not', null), isVisible(building.dialect, 'hold.site_id', me)]),
        eb.and([eb('hold.pool_id', 'is not', null), isPoolVisible(building.dialect, 'hold.pool_id', me)]),
      ]),
    );
  }),
);

function pageOf({ db, param }: Pick<Building<PageParams>, 'db' | 'param'>, state: State) {
  return holdRows({ db })
    .where((eb) => eb(eb.refTuple('created_at', 'hold_id'), '>', eb.tuple(param('createdAt'), param('holdId'))))
    .where((eb) => eb(eb.refTuple('created_at', 'hold_id'), '<=', eb.tuple(param('upToAt'), param('upToId'))))
    .$if(state === 'open', (holds) => holds.where('released_at', 'is', null))
    .$if(state === 'released', (holds) => holds.where('released_at', 'is not', null))
    .orderBy('created_at')
    .orderBy('hold_id')
    .limit(param('limit'));
}
