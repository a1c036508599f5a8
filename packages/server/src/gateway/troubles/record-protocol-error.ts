import type { SiteId } from '@setpoint/contract';
import { put } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

export interface RecordProtocolErrorInput {
  readonly siteId: SiteId;
  readonly reason: string;
  readonly now: number;
}

const stateOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select('protocol_errors')
    .where('site.site_id', '=', param('siteId')),
);

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
