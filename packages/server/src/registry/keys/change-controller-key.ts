import { keyRows } from '../../identity/keys/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from '../sites/site-record.ts';

interface ChangeControllerKeyInput {
  readonly siteId: SiteId;
  readonly keyId: string;
  readonly thumbprints: readonly string[];
}

const keyOfSite = statement<{ siteId: string; keyId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('controller_key')
    .select('key_id')
    .where('site_id', '=', param('siteId'))
    .where('key_id', '=', param('keyId'))
    .where(inForce(dialect, 'ends_at')),
);

/** Binds a key to other certificates than before; whether there is such a key that is still good. */
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
