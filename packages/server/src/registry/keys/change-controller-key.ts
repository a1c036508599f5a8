import { keyRows } from '../../identity/keys/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from '../sites/site-record.ts';

interface ChangeControllerKeyInput {
  readonly siteId: SiteId;
  readonly keyId: string;
  readonly thumbprints: readonly string[];
}

const keyOfSite = readBy('controller_key', ['siteId', 'keyId']);

/** Binds a key to other certificates than before; whether there is such a key. */
export const changeControllerKey = defineWrite({
  name: 'changeControllerKey',
  site: ({ siteId }) => siteId,
  ends: 'keys',
  record: recorded({ ...siteRecord, action: 'controller_key.changed' }),
  run: async (tx: Tx, { siteId, keyId, thumbprints }: ChangeControllerKeyInput): Promise<{ isChanged: boolean }> => {
    if ((await tx.first(keyOfSite, { siteId, keyId })) === undefined) return { isChanged: false };
    await tx.run(keyRows.bind, { siteId, keyId, thumbprints: thumbprints.join(' ') });
    return { isChanged: true };
  },
});
