import { insert, removeBy, updateBy } from '../store/put.ts';
import { statement } from '../store/statement.ts';

// No version is given twice: where the one before is not that which was decided on, a lock is missing, and NULL an error.
const number = statement<{ siteId: string; version: number; stateHash: string }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({
      version: eb
        .case()
        .when(eb('version', '+', 1), '=', param('version'))
        .then(eb('version', '+', 1))
        .end()
        .$notNull(),
      state_hash: param('stateHash'),
    }))
    .where('site_id', '=', param('siteId')),
);

/** All that is written of a site, by whichever room. */
export const siteRows = {
  insert: insert('site', ['siteId', 'siteName', 'timeZone', 'notes', 'holdSeconds', 'createdAt'], {
    version: 0,
    stateHash: '',
    nextAt: null,
    judgeAt: null,
  }),
  update: updateBy('site', ['siteId'], ['siteName', 'timeZone', 'notes', 'holdSeconds']),
  raise: statement<{ siteId: string }>()(({ db, param }) =>
    db
      .updateTable('site')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('site_id', '=', param('siteId')),
  ),
  number,
  noteTold: updateBy('site', ['siteId'], ['toldTo', 'nextAt']),
  noteInstants: updateBy('site', ['siteId'], ['nextAt', 'judgeAt']),
  noteJudged: updateBy('site', ['siteId'], ['judgedTo', 'judgeAt']),
  remove: removeBy('site', ['siteId']),
} as const;
