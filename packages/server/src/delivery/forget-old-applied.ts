import type { Aging } from '../platform/loops/forgetting.ts';
import { countAppliedVersions, listNeedlessVersions, forgetApplied } from './forget-applied.ts';
import { createSiteWalk } from '../platform/loops/site-walk.ts';

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
