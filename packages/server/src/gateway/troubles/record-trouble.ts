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
    .select(['troubles', 'protocol_errors'])
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

export interface RecordProtocolErrorInput {
  readonly siteId: SiteId;
  readonly reason: string;
  readonly now: number;
}

const putError = put('site_state', { key: ['siteId'], set: ['protocolErrors', 'protocolError', 'protocolErrorAt'] });

/** Counts what a controller did against the protocol and keeps the last reason, for people to see. */
export const recordProtocolError = defineWrite({
  name: 'recordProtocolError',
  record: 'not recorded: an event tells it',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, reason, now }: RecordProtocolErrorInput): Promise<void> => {
    const site = await tx.first(stateOfSite, { siteId });
    if (site === undefined) return;
    const protocolErrors = (site.protocol_errors ?? 0) + 1;
    await tx.run(putError, { siteId, protocolErrors, protocolError: reason, protocolErrorAt: now });
  },
});
