import type { SiteId } from '@setpoint/contract';

export interface SiteWalk<Site extends { readonly siteId: SiteId }> {
  /** The next sites behind one, in the order of their ids. */
  readonly list: (input: { readonly after: string; readonly limit: number }) => Promise<readonly Site[]>;
  /** What is to be done on a site; undefined where there is nothing. */
  readonly workOn: (site: Site) => (() => Promise<unknown>) | undefined;
  readonly sitesPerStep: number;
  readonly writesPerStep: number;
}

/** Goes round the sites, some at each step; one step at a time. Answers whether there may be more to do. */
export function createSiteWalk<Site extends { readonly siteId: SiteId }>(walk: SiteWalk<Site>): () => Promise<boolean> {
  let after = '';
  let hasWorked = false;
  let isRunning = false;

  async function step(): Promise<boolean> {
    const sites = await walk.list({ after, limit: walk.sitesPerStep });
    let writes = 0;
    for (const site of sites) {
      const work = walk.workOn(site);
      if (work !== undefined) {
        if (writes === walk.writesPerStep) return true;
        writes += 1;
        hasWorked = true;
        await work();
      }
      after = site.siteId;
    }
    if (sites.length === walk.sitesPerStep) return true;
    // A site may have had more than its turn could take.
    const isAgain = hasWorked;
    after = '';
    hasWorked = false;
    return isAgain;
  }
  return async () => {
    if (isRunning) return true;
    isRunning = true;
    try {
      return await step();
    } finally {
      isRunning = false;
    }
  };
}
