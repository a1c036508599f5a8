import { holdRows } from '../../sites/hold-rows.ts';
import type { ClientId, SiteId } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const openHolds = statement<{ siteId: string; clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('hold')
    .select(fields('holdId', 'clientId'))
    .where('released_at', 'is', null)
    .where('site_id', 'is', null)
    .where('pool_id', 'is', null)
    .where((eb) => eb.or([eb('client_id', 'is', null), eb('client_id', '=', param('clientId'))]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('site_hold')
            .select('version')
            .whereRef('site_hold.hold_id', '=', 'hold.hold_id')
            .where('site_hold.site_id', '=', param('siteId')),
        ),
      ),
    ),
);

export interface Joining {
  readonly siteId: SiteId;
  /** Who sets something on the site. */
  readonly clientId: ClientId;
  /** The version that this leads to. */
  readonly version: number;
  readonly now: number;
}

/** A hold that covers every site, and one of them not yet. */
export interface OpenHold {
  readonly holdId: string;
  readonly clientId: string | null;
}

export async function findOpenHolds(
  tx: Tx,
  { siteId, clientId }: Pick<Joining, 'siteId' | 'clientId'>,
): Promise<readonly OpenHold[]> {
  return tx.all(openHolds, { siteId, clientId });
}

/** Puts a site that is being set under them. */
export async function holdNewlySetSite(
  tx: Tx,
  holds: readonly OpenHold[],
  { siteId, version, now }: Joining,
): Promise<void> {
  for (const hold of holds) await tx.run(holdRows.putOnOne, { ...hold, siteId, version, heldAt: now });
}
