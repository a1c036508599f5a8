import {
  type Problem,
  PROBLEM_KINDS,
  type ProblemKind,
  PROBLEMS,
  problemsOf,
  type SiteOverview,
} from '@setpoint/contract';
import { countText } from '../words/count-text.ts';
import { withProblem } from '../words/with-problem.ts';

/** The sites that need attention for one reason. */
export interface AttentionGroup {
  readonly reason: ProblemKind;
  readonly key: string;
  readonly sites: readonly SiteOverview[];
  /** That of them for which it began, or begins, first. */
  readonly first: SiteOverview;
  /** When that is; undefined where nobody knows. */
  readonly since: number | undefined;
}

type IsWanted = (site: SiteOverview, key: string, since: number | undefined) => boolean;

/** What needs attention, by what it is: the gravest first, then what concerns most sites. */
export function groupAttention(
  sites: readonly SiteOverview[],
  now: number,
  /** Left out, all of it. */
  isWanted?: IsWanted,
): readonly AttentionGroup[] {
  const groups = new Map<string, AttentionGroup & { sites: SiteOverview[] }>();
  for (const site of sites) {
    for (const { kind: reason, code: key, since: instant } of problemsOf(site, now)) {
      const since = instantMs(instant);
      if (isWanted?.(site, key, since) === false) continue;
      const group = groups.get(key) ?? { reason, key, sites: [], first: site, since };
      group.sites.push(site);
      const isFirst = since !== undefined && (group.since === undefined || since < group.since);
      groups.set(key, isFirst ? { ...group, first: site, since } : group);
    }
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      PROBLEM_KINDS.indexOf(one.reason) - PROBLEM_KINDS.indexOf(other.reason) || other.sites.length - one.sites.length,
  );
}

/** When something began, or begins, at a site. */
export function sinceOf(site: SiteOverview, key: string, now: number): number | undefined {
  return instantMs(problemsOf(site, now).find(({ code }) => code === key)?.since ?? null);
}

function instantMs(instant: string | null): number | undefined {
  return instant === null ? undefined : Date.parse(instant);
}

/** What somebody can acknowledge; undefined for a hold, and for what a later release made up. */
export function problemOf(key: string): Problem | undefined {
  return PROBLEMS.find((problem) => problem === key);
}

/** What a group has in common, such as "12 sites held". */
export function groupTitle({ key, sites }: Pick<AttentionGroup, 'key' | 'sites'>): string {
  if (key === 'issue:energy') return `${countText(sites.length, 'storage')} short of energy or room`;
  return withProblem(countText(sites.length, 'site'), key);
}
