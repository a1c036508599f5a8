import type { HoldId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import { withSettledStretch } from '../../delivery/steps/with-settled-entries.ts';

type SiteRange = { holdId: string; from: string; to: string };

const sitesInRange = statement<SiteRange>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .orderBy('site_id')
    .forUpdate(),
);

// A hold of a client covers only sites where that client set something.
const COVERS_SITE = sql<boolean>`(hold.client_id IS NULL OR EXISTS (
  SELECT 1 FROM set_command WHERE set_command.site_id = site.site_id AND set_command.client_id = hold.client_id))`;
const LIES_THERE = sql<boolean>`EXISTS (
  SELECT 1 FROM site_hold WHERE site_hold.hold_id = hold.hold_id AND site_hold.site_id = site.site_id)`;
const COVERS_COMMAND = sql<boolean>`(
  (site_hold.asset IS NULL OR site_hold.asset = set_command.asset)
  AND (site_hold.client_id IS NULL OR site_hold.client_id = set_command.client_id))`;

const raiseToHold = statement<SiteRange>()(({ db, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('hold')
          .select('hold.hold_id')
          .where('hold.hold_id', '=', param('holdId'))
          .where(COVERS_SITE)
          .where(sql<boolean>`NOT ${LIES_THERE}`),
      ),
    ),
);

const putOn = statement<SiteRange & { now: number }>()(({ db, param }) =>
  db
    .insertInto('site_hold')
    .columns(['hold_id', 'site_id', 'asset', 'client_id', 'version', 'held_at'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .innerJoin('hold', (join) => join.on('hold.hold_id', '=', param('holdId')))
        .select(['hold.hold_id', 'site.site_id', 'hold.asset', 'hold.client_id', 'site.version'])
        .select((select) => select.cast<number>(select.val(param('now')), 'bigint').as('held_at'))
        .where('site.site_id', '>=', param('from'))
        .where('site.site_id', '<=', param('to'))
        .where(COVERS_SITE)
        .where(sql<boolean>`NOT ${LIES_THERE}`),
    ),
);

const sitesUnderHold = statement<SiteRange>()(({ db, param }) =>
  db
    .selectFrom('site_hold')
    .select('site_id')
    .where('hold_id', '=', param('holdId'))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to')),
);

/** The sites of a stretch, by their ids. */
export interface SitesOfHold {
  readonly holdId: HoldId;
  readonly from: SiteId;
  readonly to: SiteId;
  readonly now: number;
}

/** Puts the sites of a stretch under a hold, as far as it covers anything there; answers with those that are. */
export async function holdSites(tx: Tx, { holdId, from, to, now }: SitesOfHold): Promise<SiteId[]> {
  const range = { holdId, from, to };
  // Nobody sets anything there until this is done, so that what is found to be covered is all there is.
  await tx.lock(sitesInRange, range);
  await withSettledStretch(tx, { from, to, now }, async () => {
    await tx.run(raiseToHold, range);
    await tx.run(putOn, { ...range, now });
  });
  const rows = await tx.all(sitesUnderHold, range);
  const held = rows.map((row) => row.site_id as SiteId);
  await announce(tx, held, { holdId, now, change: 'held' });
  return held;
}

const raiseToRelease = statement<SiteRange>()(({ db, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .where('site_hold.hold_id', '=', param('holdId'))
          .whereRef('site_hold.site_id', '=', 'site.site_id'),
      ),
    ),
);

const takeOff = statement<SiteRange>()(({ db, param }) =>
  db
    .deleteFrom('site_hold')
    .where('hold_id', '=', param('holdId'))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to')),
);

const noteHeldAt = statement<SiteRange>()(({ db, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      held_at: eb
        .selectFrom('site_hold')
        .select(({ fn }) => fn.min('site_hold.held_at').as('first'))
        .whereRef('site_hold.site_id', '=', 'set_command.site_id')
        .where(COVERS_COMMAND),
      released_at: null,
    }))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .where('site_hold.hold_id', '=', param('holdId'))
          .whereRef('site_hold.site_id', '=', 'set_command.site_id')
          .where(COVERS_COMMAND),
      ),
    ),
);

// Commands that were noted as held and are not covered any more.
const noteRelease = statement<SiteRange & { now: number }>()(({ db, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      released_at: param('now'),
      released_version: eb
        .selectFrom('site')
        .select('site.version')
        .whereRef('site.site_id', '=', 'set_command.site_id'),
    }))
    .where('site_id', '>=', param('from'))
    .where('site_id', '<=', param('to'))
    .where('held_at', 'is not', null)
    .where('released_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('site_hold')
            .select('site_hold.version')
            .whereRef('site_hold.site_id', '=', 'set_command.site_id')
            .where(COVERS_COMMAND),
        ),
      ),
    ),
);

interface HoldChange {
  readonly holdId: HoldId;
  readonly now: number;
  readonly change: 'held' | 'released';
}

async function announce(tx: Tx, sites: readonly SiteId[], { holdId, now, change }: HoldChange): Promise<void> {
  const events = [{ type: 'site.changed', data: { change, holdId } }] as const;
  for (const siteId of sites) await appendEvents(tx, { siteId, now, events });
}

/** Lets the sites of a stretch go from a hold; what no other one covers is carried out again. */
export async function releaseSites(tx: Tx, { holdId, from, to, now }: SitesOfHold): Promise<void> {
  const range = { holdId, from, to };
  await tx.lock(sitesInRange, range);
  // What was held came to nothing, and that is not told: there is nothing to settle.
  const rows = await tx.all(sitesUnderHold, range);
  await tx.run(raiseToRelease, range);
  await tx.run(noteHeldAt, range);
  await tx.run(takeOff, range);
  await tx.run(noteRelease, { ...range, now });
  const released = rows.map((row) => row.site_id as SiteId);
  await announce(tx, released, { holdId, now, change: 'released' });
}
