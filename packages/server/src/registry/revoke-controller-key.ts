import { keyRows } from '../identity/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { siteRecord } from './site-record.ts';

type Params = { siteId: SiteId; keyId: string };

const keyOfSite = statement<Params>()(({ db, param }) =>
  db
    .selectFrom('controller_key')
    .select('key_id')
    .where('site_id', '=', param('siteId'))
    .where('key_id', '=', param('keyId')),
);

/** Ends a key; whether there was one to end. */
export const revokeControllerKey = defineWrite({
  name: 'revokeControllerKey',
  site: ({ siteId }) => siteId,
  ends: 'keys',
  record: recorded({ ...siteRecord, action: 'controller_key.revoked' }),
  run: async (tx: Tx, input: Params): Promise<{ isRevoked: boolean }> => {
    if ((await tx.first(keyOfSite, input)) === undefined) return { isRevoked: false };
    await tx.run(keyRows.remove, input);
    return { isRevoked: true };
  },
});
