import { instantText, isOnline } from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { StoredSite } from './read-site.ts';

export interface PresenceRule {
  readonly now: number;
  readonly timeoutMs: number;
}

const NEVER_REPORTED =
  '{"grid":null,"bess":null,"load":null,"solar":null,"ev":null,"heatpump":null,"genset":null,"wind":null}';

/** The text of a site as the list holds it: stored texts, put side by side. */
export function siteText(site: StoredSite, rule: PresenceRule): string {
  return `${headOf(site, rule)}${site.commands.join(',')}],"reportedAt":${reportedAtOf(site)}}`;
}

/** What the text of a site with its asset groups has in place of the last brace of `siteText`. */
export function assetsTail(site: SiteHead): string {
  return `,"assets":${site.assets ?? NEVER_REPORTED}}`;
}

/** Everything that a site's text is made of, with the hash of the schedules for the schedules. */
export function siteDetailsParts(site: SiteHead, rule: PresenceRule): string {
  return headOf(site, rule) + site.stateHash + reportedAtOf(site) + (site.assets ?? '');
}

export function isSiteOnline({ reportedAt, disconnectedAt }: SiteHead, { now, timeoutMs }: PresenceRule): boolean {
  return isOnline({ reportedAt, disconnectedAt, now, timeoutMs });
}

function headOf(site: SiteHead, rule: PresenceRule): string {
  const online = isSiteOnline(site, rule);
  return `{"siteId":"${site.siteId}","siteName":${JSON.stringify(site.siteName)},"isOnline":${online},"schedules":[`;
}

function reportedAtOf({ reportedAt }: SiteHead): string {
  return reportedAt === null ? 'null' : `"${instantText(reportedAt)}"`;
}
