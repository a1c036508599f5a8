import { insert, removeBy, updateBy } from '../../store/put.ts';
import { statement } from '../../store/statement.ts';

/** What is written of the keys of controllers. */
export const keyRows = {
  insert: insert('controller_key', ['keyId', 'siteId', 'keyHash', 'createdAt', 'endsAt', 'thumbprints'], {
    lastUsedAt: null,
  }),
  removeEnded: statement<{ siteId: string; now: number }>()(({ db, param }) =>
    db.deleteFrom('controller_key').where('site_id', '=', param('siteId')).where('ends_at', '<=', param('now')),
  ),
  bind: updateBy('controller_key', ['siteId', 'keyId'], ['thumbprints']),
  remove: removeBy('controller_key', ['siteId', 'keyId']),
} as const;
