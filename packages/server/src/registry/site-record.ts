import { instantText, instantTextOrNull } from '@setpoint/core';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select(['site_name', 'time_zone', 'notes', 'hold_seconds'])
    .where('site_id', '=', param('siteId')),
);

const keysOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('controller_key')
    .select(['key_id', 'created_at', 'ends_at'])
    .where('site_id', '=', param('siteId'))
    .orderBy('created_at')
    .orderBy('key_id'),
);

interface Named {
  readonly siteId: string;
}

/** What the audit log says of a site: how it is registered, and which keys its controller has. */
export const siteRecord = {
  subject: ({ siteId }: Named): Subject => ({ kind: 'site', id: siteId }),
  look: async (tx: Tx, { siteId }: Named): Promise<State | undefined> => {
    const row = await tx.first(siteById, { siteId });
    if (row === undefined) return undefined;
    const keys = await tx.all(keysOf, { siteId });
    return {
      siteName: row.site_name,
      timeZone: row.time_zone,
      notes: row.notes,
      holdSeconds: row.hold_seconds,
      controllerKeys: keys.map(({ key_id: keyId, created_at: createdAt, ends_at: endsAt }) => ({
        keyId,
        createdAt: instantText(createdAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
      })),
    };
  },
};
