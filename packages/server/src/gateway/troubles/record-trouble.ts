import type { LoginTrouble, SiteId } from '@setpoint/contract';
import { nextTroubles } from '@setpoint/core';
import { appendEvents } from '../../events/append-events.ts';
import { troublesOf, troublesText } from '../../sites/troubles-of.ts';
import { put } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

export interface RecordTroubleInput {
  readonly siteId: SiteId;
  readonly code: LoginTrouble;
  readonly message: string;
  readonly now: number;
}

const stateOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select('troubles')
    .where('site.site_id', '=', param('siteId')),
);

const putTroubles = put('site_state', { key: ['siteId'], set: ['troubles'] });

/** Keeps what is wrong with a controller where people see it, and tells of it when it begins. */
export const recordTrouble = defineWrite({
  name: 'recordTrouble',
  record: 'not recorded: an event tells it',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, code, message, now }: RecordTroubleInput): Promise<void> => {
    const site = await tx.first(stateOfSite, { siteId });
    if (site === undefined) return;
    const { standing, over, began } = nextTroubles(troublesOf(site.troubles), [{ code, asset: null }], now);
    // Only a report that counts ends what is wrong with others.
    await tx.run(putTroubles, { siteId, troubles: troublesText([...standing, ...over]) });
    const data = { code, asset: null, isOver: false, message };
    await appendEvents(tx, { siteId, now, events: began.map(() => ({ type: 'site.trouble', data })) });
  },
});
