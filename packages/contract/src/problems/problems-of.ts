import type { Trouble, TroubleCode } from '../delivery/schema.ts';
import type { SiteOverview } from '../overview/schema.ts';
import { PROBLEM_KINDS, type ProblemKind, problemSentence } from './problem-rows.ts';

type Presence = Pick<SiteOverview, 'isOnline' | 'reportedAt' | 'behindSince'>;
type Service = Pick<SiteOverview, 'rejected' | 'limited' | 'limitedBy' | 'deviatingSince' | 'following' | 'socPcnt'>;
/** What the problems of a site follow from. */
export type ProblemFacts = Presence & Service & Pick<SiteOverview, 'troubles' | 'issues'>;

export interface SiteProblem {
  readonly kind: ProblemKind;
  /** The kind, with what it is in particular, such as `trouble:clock_off`. */
  readonly code: string;
  /** When it began, or begins; null where nobody knows. */
  readonly since: string | null;
  /** For a site that is off its plan: what explains that. */
  readonly because?: string;
  /** What is wrong, if it is a trouble. */
  readonly trouble?: Trouble;
}

/** A controller applies a new schedule within seconds: only a longer delay is a problem. */
const BEHIND_MS = 30_000;
const NONE: readonly SiteProblem[] = [];

/** The problems of a site, the gravest first. Cheap: a page asks it for every site at every change. */
export function problemsOf(site: ProblemFacts, now: number): readonly SiteProblem[] {
  const presence = presenceOf(site, now);
  // Most sites are answered by this alone.
  if (presence === undefined && isWell(site)) return NONE;
  const since = presence === 'behind' ? site.behindSince : site.reportedAt;
  return PROBLEM_KINDS.flatMap((kind) => (kind === presence ? plain(kind, since) : (FOUND[kind]?.(site) ?? NONE)));
}

function isWell({ rejected, limited, deviatingSince, troubles, issues }: ProblemFacts): boolean {
  return rejected === 0 && limited === 0 && deviatingSince === null && troubles.length === 0 && issues.length === 0;
}

function presenceOf({ isOnline, reportedAt, behindSince }: Presence, now: number): ProblemKind | undefined {
  if (reportedAt === null) return 'never';
  if (!isOnline) return behindSince === null ? 'offline' : 'unreachable';
  return behindSince !== null && now - Date.parse(behindSince) > BEHIND_MS ? 'behind' : undefined;
}

const plain = (kind: ProblemKind, since: string | null = null): SiteProblem => ({ kind, code: kind, since });
const isHold = ({ code }: SiteOverview['issues'][number]): boolean => code === 'held';

const FOUND: Readonly<Partial<Record<ProblemKind, (site: ProblemFacts) => SiteProblem | readonly SiteProblem[]>>> = {
  rejected: ({ rejected }) => (rejected > 0 ? plain('rejected') : NONE),
  deviating: ({ deviatingSince, ...site }) =>
    deviatingSince === null ? NONE : { ...plain('deviating', deviatingSince), because: explanationOf(site) },
  trouble: ({ troubles }) =>
    troubles.map((trouble) => ({ kind: 'trouble', code: `trouble:${trouble.code}`, since: trouble.since, trouble })),
  limited: ({ limited }) => (limited > 0 ? plain('limited') : NONE),
  issue: ({ issues }) =>
    issues.flatMap((one) => (isHold(one) ? NONE : { kind: 'issue', code: `issue:${one.code}`, since: one.from })),
  // The plan begins now: it does not say since when it is held.
  held: ({ issues }) => (issues.some(isHold) ? plain('held') : NONE),
};

type Explained = Omit<ProblemFacts, 'deviatingSince'>;
type Explanation = readonly [text: string, isSo: (site: Explained) => boolean];

/** What is known now and keeps a site from its plan; the first that is so. */
const EXPLANATIONS: readonly Explanation[] = [
  [
    'the controller has not applied what is set',
    ({ behindSince, following }) => behindSince !== null && behindSince < (following?.endAt ?? ''),
  ],
  [problemSentence('rejected'), ({ rejected }) => rejected > 0],
  ['the storage is empty', (site) => missingKw(site) > 0 && isStorageAt(0, site)],
  ['the storage is full', (site) => missingKw(site) < 0 && isStorageAt(100, site)],
  ['the storage is full or empty', ({ limitedBy }) => limitedBy.includes('soc')],
  ['limited by its rating', ({ limitedBy }) => limitedBy.includes('rating')],
  ['a limit leaves no more', ({ limitedBy }) => limitedBy.includes('limit')],
  ...(['order_lost', 'orders_not_taken', 'clock_off', 'implausible'] as const).map(explainedBy),
];

function explanationOf(site: Explained): string {
  return EXPLANATIONS.find(([, isSo]) => isSo(site))?.[0] ?? 'nothing known explains it';
}

/** The discharge that is missing: plus is discharge at the storage, and import at the connection point. */
function missingKw({ following }: Explained): number {
  if (following?.state !== 'deviating') return 0;
  return (following.meanErrorkW ?? 0) * (following.asset === 'bess' ? -1 : 1);
}

/** Where a controller says that an end of its storage limits it, it is that end, wherever its window ends. */
function isStorageAt(endPcnt: number, { limitedBy, socPcnt }: Explained): boolean {
  return limitedBy.includes('soc') || (socPcnt !== null && Math.abs(socPcnt - endPcnt) <= 1);
}

function explainedBy(code: TroubleCode): Explanation {
  return [problemSentence(`trouble:${code}`), ({ troubles }) => troubles.some((trouble) => trouble.code === code)];
}
