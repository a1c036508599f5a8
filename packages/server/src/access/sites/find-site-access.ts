import type { SiteId } from '@setpoint/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../identity/caller.ts';
import { type Standing, standingBy } from '../../identity/standing-of.ts';
import { clientAlone, type Grantees, withGroups } from '../grantees.ts';
import { inForce } from '../../store/in-force.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { grantByPool } from './grant-by-pool.ts';
import { ALL_SITES } from '../grants/put-grant.ts';
import { rightsOf, type SiteRights } from './site-rights.ts';
import type { SiteHead } from './site-head.ts';

/** A site, and what a client may do with it, as the database has both now. */
interface SiteAccess extends SiteRights {
  readonly standing: Standing;
  readonly site: SiteHead | undefined;
}

type AccessParams = { clientId: string; siteId: string };

// One statement for all of it: every request asks for it. From a table with one row, so that there is always an answer.
// The grants by themselves, as the larger of them takes SQLite twice as long as to look up each.
const siteFor = ({ db, dialect, param }: Building<AccessParams>, grantees: Grantees, most: RawBuilder<number | null>) =>
  db
    .selectFrom('store_state')
    .leftJoin('site', (join) => join.on('site.site_id', '=', param('siteId')))
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['key_revision', 'site_name', 'version', 'state_hash', 'reported_at', 'disconnected_at', 'assets'])
    .select((eb) => [
      eb
        .selectFrom('client')
        .select('good_from')
        .where('client_id', '=', param('clientId'))
        .where('is_enabled', '=', 1)
        .as('good_from'),
      eb
        .selectFrom('site_grant')
        .select(most.as('can_schedule'))
        .where(grantees('client_id'))
        .where('site_id', '=', param('siteId'))
        .where(inForce(dialect, 'ends_at'))
        .as('on_site'),
      eb
        .selectFrom('site_grant')
        .select(most.as('can_schedule'))
        .where(grantees('client_id'))
        .where('site_id', '=', ALL_SITES)
        .where(inForce(dialect, 'ends_at'))
        .as('on_all'),
      grantByPool(dialect, { site: param('siteId'), grantees }).as('on_pool'),
    ]);

// Of a client there is one row at most, and nothing to compare.
const accessOfClient = statement<AccessParams>()((building) =>
  siteFor(building, clientAlone(building.param('clientId')), sql<number | null>`can_schedule`),
);

const accessOfPerson = statement<AccessParams>()((building) =>
  siteFor(building, withGroups(building.dialect, building.param('clientId')), sql<number | null>`MAX(can_schedule)`),
);

export async function findSiteAccess(
  tx: Tx,
  { caller, siteId }: { readonly caller: Caller; readonly siteId: SiteId },
): Promise<SiteAccess> {
  const row = await tx.first(caller.person === undefined ? accessOfClient : accessOfPerson, {
    clientId: caller.clientId,
    siteId,
  });
  const { good_from: goodFrom, key_revision: revision } = row ?? {};
  const standing = goodFrom == null || revision === undefined ? 'over' : standingBy({ goodFrom, revision }, caller);
  const { site_name: siteName, version, state_hash: stateHash } = row ?? {};
  if (row === undefined || siteName == null || version == null || stateHash == null) {
    return { standing, site: undefined, canRead: false, canSchedule: false };
  }
  const { reported_at: reportedAt, disconnected_at: disconnectedAt, assets, on_site: onSite, on_all: onAll } = row;
  const { on_pool: onPool } = row;
  return {
    standing,
    site: { siteId, siteName, version, stateHash, reportedAt, disconnectedAt, assets },
    ...rightsOf({ onSite, onAll, onPool }),
  };
}
