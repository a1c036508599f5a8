import { keyRows } from '../../identity/keys/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from '../sites/site-record.ts';

type Params = { siteId: SiteId; keyId: string };

const keyOfSite = readBy('controller_key', ['siteId', 'keyId']);

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
