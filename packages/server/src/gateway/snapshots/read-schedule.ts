import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import { currentRevision, heldSince } from '@setpoint/core';
import { readBy } from '../../store/fields.ts';
import { urgentRead } from '../../store/long-read.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { takesOrders } from '../../sites/takes-orders.ts';
import { loadHolds } from '../../sites/load-holds.ts';

/** What is set on a site, as a snapshot is made of it. */
export interface StoredSchedule {
  readonly revision: string;
  readonly holdSeconds: number | null;
  /** The stored text of each command that is not held. */
  readonly commands: ReadonlyMap<PairName, string>;
}

const stateOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .select(['version', 'state_hash as hash', 'epoch', 'hold_seconds'])
    .where('site_id', '=', param('siteId')),
);

const commandsOfSite = readBy('set_command', ['siteId'], ['asset', 'type', 'text', 'clientId']);

/** What names the schedule of a site, and whether its orders come by a way of their own. */
export interface ScheduleHead {
  readonly revision: string;
  readonly takesOrders: boolean;
}

const headOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['version', 'state_hash as hash', 'epoch', 'takes'])
    .where('site.site_id', '=', param('siteId')),
);

export async function readScheduleHead(tx: Tx, { siteId }: { siteId: SiteId }): Promise<ScheduleHead | undefined> {
  const row = await tx.first(headOfSite, { siteId });
  return row === undefined ? undefined : { revision: currentRevision(row), takesOrders: takesOrders(row.takes) };
}

/** The name of what is set on a site; undefined when there is no such site. */
export async function readRevision(tx: Tx, { siteId }: { siteId: SiteId }): Promise<string | undefined> {
  const site = await tx.first(stateOfSite, { siteId });
  return site === undefined ? undefined : currentRevision(site);
}

export const readSchedule = urgentRead(async function readSchedule(
  tx: Tx,
  { siteId }: { siteId: SiteId },
): Promise<StoredSchedule | undefined> {
  const [site, rows, holds] = await Promise.all([
    tx.first(stateOfSite, { siteId }),
    tx.all(commandsOfSite, { siteId }),
    loadHolds(tx, siteId),
  ]);
  if (site === undefined) return undefined;
  const commands = new Map<PairName, string>();
  for (const row of rows) {
    const pair = pairName(row);
    if (heldSince(holds, { pair, clientId: row.clientId }) === null) commands.set(pair, row.text);
  }
  return { revision: currentRevision(site), holdSeconds: site.hold_seconds, commands };
});
