import { type AlertCondition, type ProblemKind, problemsOf } from '@setpoint/contract';
import { type FactParams, factRows, factsFromRow, shownFacts, type SiteFacts } from '../../problems/site-facts.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { MOST_SUBJECTS } from '../../webhooks/alert-text.ts';
import type { FiringSubject } from '../firing-subject.ts';
import { isNamed, type OfSites } from '../is-named.ts';

type SiteCondition = Extract<AlertCondition, ProblemKind>;

const KINDS: Readonly<Record<SiteCondition, readonly ProblemKind[]>> = {
  offline: ['offline', 'unreachable', 'never'],
  behind: ['behind', 'unreachable', 'never'],
  deviating: ['deviating'],
};

const namedRows = statement<FactParams & OfSites>()((building) =>
  factRows(building).where(isNamed(building, 'site.site_id')).orderBy('site.site_id'),
);

/** No alert asks for what follows from the plan. */
const WITHOUT_PLAN = { following: null, socPcnt: null, issues: [] };

export interface FindSitesInput extends OfSites {
  readonly condition: SiteCondition;
  readonly leadMs: number;
  readonly offlineAfterMs: number;
}

/** The sites that have had a problem for so long. */
export async function findSites(
  tx: Tx,
  { condition, leadMs, offlineAfterMs, ...of }: FindSitesInput,
): Promise<FiringSubject[]> {
  const isDue = (since: number | null): since is number => since !== null && since <= of.now - leadMs;
  const found: FiringSubject[] = [];
  for (const row of await tx.all(namedRows, { ...of, leadMs })) {
    // Since when a site is behind is another look into the store: most are answered before that.
    if (!isDue(sinceOf({ behindSince: 0, ...row }, condition))) continue;
    const facts = await factsFromRow(tx, row);
    const since = sinceOf(facts, condition);
    if (!isDue(since)) continue;
    const shown = shownFacts(facts, { now: of.now, timeoutMs: offlineAfterMs });
    const problems = problemsOf({ ...shown, ...WITHOUT_PLAN }, of.now);
    if (!problems.some(({ kind }) => KINDS[condition].includes(kind))) continue;
    found.push({ subjectId: facts.siteId, subjectName: facts.siteName, since });
    if (found.length >= MOST_SUBJECTS) break;
  }
  return found;
}

type Instants = Pick<SiteFacts, 'reportedAt' | 'createdAt' | 'behindSince' | 'deviatingSince'>;

function sinceOf({ reportedAt, createdAt, behindSince, deviatingSince }: Instants, condition: SiteCondition) {
  return { offline: reportedAt ?? createdAt, behind: behindSince, deviating: deviatingSince }[condition];
}
