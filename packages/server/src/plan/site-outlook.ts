import { commandsOf, instantText, type PlanInput, ratingsOf, storedEnergyOf } from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { StoredSite } from '../sites/read-site.ts';

/** What a site's future follows from: what is set, and what the site reported last. */
export function siteOutlook(site: StoredSite & Pick<PlanInput, 'held'>): Omit<PlanInput, 'window'> {
  const { commands, assets: text, reportedAt, held } = site;
  const assets = assetsFromText(text);
  return {
    commands: commandsOf(commands),
    ...(held === undefined ? {} : { held }),
    ratings: ratingsOf(assets),
    stored: storedEnergyOf(assets, reportedAt),
  };
}

/** How the answer about a site begins: an open object. */
export function siteAnswerLead({ siteId, siteName, version, reportedAt }: SiteHead): string {
  const reported = reportedAt === null ? 'null' : `"${instantText(reportedAt)}"`;
  return `{"siteId":"${siteId}","siteName":${JSON.stringify(siteName)},"version":${version},"reportedAt":${reported}`;
}
