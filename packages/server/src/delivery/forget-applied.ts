import type { SiteId } from '@setpoint/contract';
import { neededToAnswer } from '@setpoint/core';
import type { Aging } from '../platform/loops/forgetting.ts';
import { createSiteWalk } from '../platform/loops/site-walk.ts';
import { removeBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { listVersionsAsked } from './steps/note-applied.ts';

const appliedOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('applied_version')
    .innerJoin('store_state', (join) => join.onTrue())
    .select(['applied_version.epoch', 'version', 'applied_at', 'store_state.epoch as current_epoch'])
    .where('site_id', '=', param('siteId'))
    .orderBy('applied_version.epoch')
    .orderBy('version'),
);

/** What can be deleted on a site, the oldest first: the delivery of what is set stays the same without it. */
async function listNeedlessVersions(tx: Tx, { siteId }: { siteId: SiteId }) {
  const rows = await tx.all(appliedOfSite, { siteId });
  const asked = await listVersionsAsked(tx, siteId);
  // A version of before a restore is nobody's any more.
  const current = rows.filter(({ epoch, current_epoch: currentEpoch }) => epoch === currentEpoch);
  const applied = current.map((row) => ({ version: row.version, at: row.applied_at }));
  const needed = neededToAnswer(applied, asked);
  return rows
    .filter((row) => row.epoch !== row.current_epoch || !needed.has(row.version))
    .map(({ epoch, version }) => ({ epoch, version }));
}

const deleteVersion = removeBy('applied_version', ['siteId', 'epoch', 'version']);

export interface ForgetAppliedInput {
  readonly siteId: SiteId;
  readonly limit: number;
}

/** Deletes some of them: a small step, so that nobody waits for it. */
export const forgetApplied = defineWrite({
  name: 'forgetApplied',
  only: 'chosen',
  record: 'not recorded: it has had its time',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, limit }: ForgetAppliedInput): Promise<void> => {
    const needless = await listNeedlessVersions(tx, { siteId });
    for (const { epoch, version } of needless.slice(0, limit)) await tx.run(deleteVersion, { siteId, epoch, version });
  },
});

const countOfSites = statement<{ after: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .select((eb) =>
      eb
        .selectFrom('applied_version')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('applied_version.site_id', '=', 'site.site_id')
        .as('versions'),
    )
    .where('site_id', '>', param('after'))
    .orderBy('site_id')
    .limit(param('limit')),
);

/** For how many versions each of the next sites after one knows when they were applied. */
async function countAppliedVersions(
  tx: Tx,
  input: { readonly after: string; readonly limit: number },
): Promise<{ readonly siteId: SiteId; readonly versions: number }[]> {
  const rows = await tx.all(countOfSites, input);
  return rows.map((row) => ({ siteId: row.site_id as SiteId, versions: Number(row.versions) }));
}

const SITES_PER_STEP = 200;
const WRITES_PER_STEP = 20;
const VERSIONS_PER_WRITE = 500;
// To look closely costs more than so few rows are worth.
const NOT_WORTH_IT = 64;

/** Walks over the sites, some at each step, and removes when versions were applied that nobody asks for any more. */
export const forgetOldApplied: Aging = ({ store }) =>
  createSiteWalk({
    list: (input) => store.read(countAppliedVersions, input),
    workOn({ siteId, versions }) {
      if (versions <= NOT_WORTH_IT) return undefined;
      return async () => {
        const needless = await store.read(listNeedlessVersions, { siteId });
        if (needless.length > 0) await store.write(forgetApplied, { siteId, limit: VERSIONS_PER_WRITE });
      };
    },
    sitesPerStep: SITES_PER_STEP,
    writesPerStep: WRITES_PER_STEP,
  });
