import { statement } from '../store/statement.ts';

type SiteParams = {
  siteId: string;
  siteName: string;
  timeZone: string;
  notes: string;
  holdSeconds: number | null;
};

const insertRow = statement<SiteParams & { now: number }>()(({ db, param }) =>
  db.insertInto('site').values({
    site_id: param('siteId'),
    site_name: param('siteName'),
    time_zone: param('timeZone'),
    notes: param('notes'),
    hold_seconds: param('holdSeconds'),
    created_at: param('now'),
    version: 0,
    state_hash: '',
    next_at: null,
    judge_at: null,
  }),
);

const updateRow = statement<SiteParams>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({
      site_name: param('siteName'),
      time_zone: param('timeZone'),
      notes: param('notes'),
      hold_seconds: param('holdSeconds'),
    })
    .where('site_id', '=', param('siteId')),
);

const raiseRow = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('site_id', '=', param('siteId')),
);

const removeRow = statement<{ siteId: string }>()(({ db, param }) =>
  db.deleteFrom('site').where('site_id', '=', param('siteId')),
);

// No version is given twice: where the one before is not that which was decided on, a lock is missing, and NULL an error.
const numberRow = statement<{ siteId: string; version: number; stateHash: string }>()(({ db, param }) =>
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

const noteTold = statement<{ siteId: string; toldTo: number; nextAt: number | null }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ told_to: param('toldTo'), next_at: param('nextAt') })
    .where('site_id', '=', param('siteId')),
);

const noteInstants = statement<{ siteId: string; nextAt: number | null; judgeAt: number | null }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ next_at: param('nextAt'), judge_at: param('judgeAt') })
    .where('site_id', '=', param('siteId')),
);

const noteJudged = statement<{ siteId: string; judgedTo: number; judgeAt: number | null }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ judged_to: param('judgedTo'), judge_at: param('judgeAt') })
    .where('site_id', '=', param('siteId')),
);

/** All that is written of a site, by whichever room. */
export const siteRows = {
  insert: insertRow,
  update: updateRow,
  raise: raiseRow,
  remove: removeRow,
  number: numberRow,
  noteTold,
  noteInstants,
  noteJudged,
} as const;
