import type { SiteId } from '@setpoint/contract';
import { endsConnection } from '@setpoint/core';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import { sessionStateOf } from './record-report.ts';

export interface EndSessionInput {
  readonly siteId: SiteId;
  readonly session: string;
  readonly now: number;
}

const sessionOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site_state')
    .select(['session', 'sequence', 'replaced_sessions', 'reported_at', 'is_announced_online'])
    .where('site_id', '=', param('siteId')),
);

const setDisconnected = statement<{ siteId: string; at: number }>()(({ db, param }) =>
  db
    .updateTable('site_state')
    .set({ disconnected_at: param('at'), is_announced_online: 0 })
    .where('site_id', '=', param('siteId')),
);

/** Notes that a site's connection ended; the end of a session that was replaced changes nothing. */
export const endSession = defineWrite({
  name: 'endSession',
  record: 'not recorded: it happens all the time',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, session, now }: EndSessionInput): Promise<{ isCurrent: boolean }> => {
    const row = await tx.first(sessionOfSite, { siteId });
    if (row === undefined || !endsConnection(sessionStateOf(row), session)) return { isCurrent: false };
    // What ended after the last report was not before it, whatever the clock did.
    await tx.run(setDisconnected, { siteId, at: Math.max(now, row.reported_at ?? 0) });
    if (row.is_announced_online === 1) {
      await appendEvents(tx, { siteId, now, events: [{ type: 'site.offline', data: { reason: 'disconnected' } }] });
    }
    return { isCurrent: true };
  },
});
