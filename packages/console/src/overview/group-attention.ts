import { type Problem, PROBLEMS, type SiteOverview } from '@setpoint/contract';
import { keysOf, type Reason, REASONS, reasonsOf } from '../sites/attention.ts';

/** The sites that need attention for one reason. */
export interface AttentionGroup {
  readonly reason: Reason;
  readonly key: string;
  readonly sites: readonly SiteOverview[];
  /** That of them for which it began, or begins, first. */
  readonly first: SiteOverview;
  /** When that is; undefined where nobody knows. */
  readonly since: number | undefined;
}

type IsWanted = (site: SiteOverview, key: string) => boolean;

/** What needs attention, by what it is: the gravest first, then what concerns most sites. */
export function groupAttention(
  sites: readonly SiteOverview[],
  now: number,
  /** Left out, all of it. */
  isWanted?: IsWanted,
): readonly AttentionGroup[] {
  const groups = new Map<string, { reason: Reason; sites: SiteOverview[] }>();
  for (const site of sites) {
    for (const reason of reasonsOf(site, now)) {
      for (const key of keysOf(reason, site)) {
        if (isWanted !== undefined && !isWanted(site, key)) continue;
        const group = groups.get(key) ?? { reason, sites: [] };
        group.sites.push(site);
        groups.set(key, group);
      }
    }
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group, ...firstOf(group.sites, key) }))
    .toSorted(
      (one, other) =>
        REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) || other.sites.length - one.sites.length,
    );
}

/** When something began, or begins, at a site. */
export function sinceOf(site: SiteOverview, key: string): number | undefined {
  const [reason, code] = key.split(':');
  const instant = {
    unreachable: site.reportedAt,
    offline: site.reportedAt,
    behind: site.behindSince,
    deviating: site.following?.startAt,
    trouble: site.troubles.find((trouble) => trouble.code === code)?.since,
    issue: site.issues.find((issue) => issue.code === code)?.from,
  }[reason ?? ''];
  return instant === undefined || instant === null ? undefined : Date.parse(instant);
}

/** What somebody can acknowledge; undefined for a hold, and for what a later release made up. */
export function problemOf(key: string): Problem | undefined {
  return PROBLEMS.find((problem) => problem === key);
}

function firstOf(sites: readonly SiteOverview[], key: string): Pick<AttentionGroup, 'first' | 'since'> {
  const [one, ...others] = sites;
  if (one === undefined) throw new Error('a group has a site');
  let [first, since] = [one, sinceOf(one, key)];
  for (const site of others) {
    const other = sinceOf(site, key);
    if (other !== undefined && (since === undefined || other < since)) [first, since] = [site, other];
  }
  return { first, since };
}
