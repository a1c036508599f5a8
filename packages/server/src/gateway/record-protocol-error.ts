import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

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

const putError = statement<{ siteId: string; reason: string; now: number; errors: number }>()(({ db, param }) =>
  db
    .insertInto('site_state')
    .values({
      site_id: param('siteId'),
      protocol_errors: param('errors'),
      protocol_error: param('reason'),
      protocol_error_at: param('now'),
    })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet((eb) => ({
        protocol_errors: eb.ref('excluded.protocol_errors'),
        protocol_error: eb.ref('excluded.protocol_error'),
        protocol_error_at: eb.ref('excluded.protocol_error_at'),
      })),
    ),
);

/** Counts what a controller did against the protocol and keeps the last reason, for people to see. */
export const recordProtocolError = defineWrite({
  name: 'recordProtocolError',
  record: 'not recorded: an event tells it',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, reason, now }: RecordProtocolErrorInput): Promise<void> => {
    const site = await tx.first(stateOfSite, { siteId });
    if (site === undefined) return;
    await tx.run(putError, { siteId, reason, now, errors: (site.protocol_errors ?? 0) + 1 });
  },
});
