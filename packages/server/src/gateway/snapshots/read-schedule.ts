import { type PairName, pairName, type SiteId } from '@setpoint/contract';
import { currentRevision, isHoldable } from '@setpoint/core';
import { urgentRead } from '../../store/long-read.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { takesOrders } from '../../sites/takes-orders.ts';

/** What names the schedule of a site, and whether its orders come by a way of their own. */
export interface ScheduleHead {
  readonly revision: string;
  readonly takesOrders: boolean;
}

/** What is set on a site, as a snapshot is made of it. */
export interface StoredSchedule extends ScheduleHead {
  readonly holdSeconds: number | null;
  /** The stored text of each command that is not held. */
  readonly commands: ReadonlyMap<PairName, string>;
}

const headOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['version', 'state_hash as hash', 'epoch', 'takes'])
    .where('site.site_id', '=', param('siteId')),
);

// One statement for all of it: it is of one instant by itself, and asks the database once.
const scheduleOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .leftJoin('set_command as command', 'command.site_id', 'site.site_id')
    .select(['site.version', 'state_hash as hash', 'epoch', 'hold_seconds', 'takes', 'asset', 'type', 'text'])
    .select((eb) =>
      eb
        .selectFrom('site_hold')
        .select('hold_id')
        .whereRef('site_hold.site_id', '=', 'site.site_id')
        .where((hold) =>
          hold.or([hold('site_hold.asset', 'is', null), hold('site_hold.asset', '=', hold.ref('command.asset'))]),
        )
        .where((hold) =>
          hold.or([
            hold('site_hold.client_id', 'is', null),
            hold('site_hold.client_id', '=', hold.ref('command.client_id')),
          ]),
        )
        .limit(1)
        .as('covered_by'),
    )
    .where('site.site_id', '=', param('siteId')),
);

export async function readScheduleHead(tx: Tx, { siteId }: { siteId: SiteId }): Promise<ScheduleHead | undefined> {
  const row = await tx.first(headOfSite, { siteId });
  return row === undefined ? undefined : { revision: currentRevision(row), takesOrders: takesOrders(row.takes) };
}

/** The name of what is set on a site; undefined when there is no such site. */
export async function readRevision(tx: Tx, { siteId }: { siteId: SiteId }): Promise<string | undefined> {
  return (await readScheduleHead(tx, { siteId }))?.revision;
}

export const readSchedule = urgentRead(async function readSchedule(
  tx: Tx,
  { siteId }: { siteId: SiteId },
): Promise<StoredSchedule | undefined> {
  const rows = await tx.all(scheduleOfSite, { siteId });
  const [site] = rows;
  if (site === undefined) return undefined;
  const commands = new Map<PairName, string>();
  for (const { asset, type, text, covered_by: hold } of rows) {
    if (asset === null || type === null || text === null) continue;
    const pair = pairName({ asset, type });
    if (hold === null || !isHoldable(pair)) commands.set(pair, text);
  }
  return {
    revision: currentRevision(site),
    takesOrders: takesOrders(site.takes),
    holdSeconds: site.hold_seconds,
    commands,
  };
});
