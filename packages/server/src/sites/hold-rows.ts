import { sql } from 'kysely';
import { listOf } from '../store/list-of.ts';
import { type Building, statement } from '../store/statement.ts';

export type AmongParams = { holdId: string; siteIds: string };

export function isAmong(
  column: 'site.site_id' | 'site_hold.site_id' | 'set_command.site_id',
  { dialect, param }: Pick<Building<{ siteIds: string }>, 'dialect' | 'param'>,
) {
  return sql<boolean>`${sql.ref(column)} IN ${listOf(dialect, param('siteIds'))}`;
}

/** Which sites a release gives another version, said of a `site_hold`. */
export function isUnderHold(building: Pick<Building<AmongParams>, 'dialect' | 'param'>) {
  return sql<boolean>`(site_hold.hold_id = ${building.param('holdId')} AND ${isAmong('site_hold.site_id', building)})`;
}

// Which sites get another version, said of a `site` and the `hold`. One of a client covers a site where it set something.
const GETS_HELD = sql<boolean>`(
  (hold.client_id IS NULL OR EXISTS (
    SELECT 1 FROM set_command WHERE set_command.site_id = site.site_id AND set_command.client_id = hold.client_id))
  AND NOT EXISTS (
    SELECT 1 FROM site_hold WHERE site_hold.hold_id = hold.hold_id AND site_hold.site_id = site.site_id))`;

const raiseToHold = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isAmong('site.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('hold').select('hold.hold_id').where('hold.hold_id', '=', param('holdId')).where(GETS_HELD),
      ),
    ),
);

const putOn = statement<AmongParams & { now: number }>()(({ db, dialect, param }) =>
  db
    .insertInto('site_hold')
    .columns(['hold_id', 'site_id', 'asset', 'client_id', 'version', 'held_at'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .innerJoin('hold', (join) => join.on('hold.hold_id', '=', param('holdId')))
        .select(['hold.hold_id', 'site.site_id', 'hold.asset', 'hold.client_id', 'site.version'])
        .select((select) => select.cast<number>(select.val(param('now')), 'bigint').as('held_at'))
        .where(isAmong('site.site_id', { dialect, param }))
        .where(GETS_HELD),
    ),
);

type SiteHoldParams = {
  holdId: string;
  siteId: string;
  clientId: string | null;
  version: number;
  heldAt: number;
};

const putOnOne = statement<SiteHoldParams>()(({ db, param }) =>
  db.insertInto('site_hold').values({
    hold_id: param('holdId'),
    site_id: param('siteId'),
    asset: null,
    client_id: param('clientId'),
    version: param('version'),
    held_at: param('heldAt'),
  }),
);

const raiseToRelease = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isAmong('site.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .whereRef('site_hold.site_id', '=', 'site.site_id')
          .where(isUnderHold({ dialect, param })),
      ),
    ),
);

const takeOff = statement<AmongParams>()(({ db, dialect, param }) =>
  db.deleteFrom('site_hold').where(isUnderHold({ dialect, param })),
);

// Whether what lies on a site by a `site_hold` is meant for a `set_command` there.
const COVERS_COMMAND = sql<boolean>`(
  site_hold.site_id = set_command.site_id
  AND (site_hold.asset IS NULL OR site_hold.asset = set_command.asset)
  AND (site_hold.client_id IS NULL OR site_hold.client_id = set_command.client_id))`;

const noteHeld = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      held_at: eb
        .selectFrom('site_hold')
        .select(({ fn }) => fn.min('site_hold.held_at').as('first'))
        .where(COVERS_COMMAND),
      released_at: null,
    }))
    .where(isAmong('set_command.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .where('site_hold.hold_id', '=', param('holdId'))
          .where(COVERS_COMMAND),
      ),
    ),
);

const noteReleased = statement<{ siteIds: string } & { now: number }>()(({ db, dialect, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      released_at: param('now'),
      released_version: eb
        .selectFrom('site')
        .select('site.version')
        .whereRef('site.site_id', '=', 'set_command.site_id'),
    }))
    .where(isAmong('set_command.site_id', { dialect, param }))
    .where('held_at', 'is not', null)
    .where('released_at', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('site_hold').select('site_hold.version').where(COVERS_COMMAND)))),
);

/** What is written of the holds on sites: `holds/steps` says in which order, and why. */
export const holdRows = { raiseToHold, putOn, putOnOne, raiseToRelease, takeOff, noteHeld, noteReleased } as const;
