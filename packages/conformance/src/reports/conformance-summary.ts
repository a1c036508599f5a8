import { createHash } from 'node:crypto';
import type { Binding } from '../gateway/open-scripted-gateway.ts';
import type { CheckResult } from '../run-conformance.ts';
import type { Profile } from '../stage.ts';

/** A run as its reports tell of it. */
export interface ConformanceSummary {
  readonly toolVersion: string;
  readonly protocolVersion: string;
  readonly startedAt: string;
  readonly binding: Binding;
  readonly profile: Profile;
  readonly pace: number;
  /** What was tested, as it was named. */
  readonly controller: string;
  readonly results: readonly CheckResult[];
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  readonly verdict: string;
  /** Of the evidence, so that a report and its evidence cannot be mixed up. */
  readonly evidenceSha256: string;
}

export interface Summarised extends Omit<
  ConformanceSummary,
  'protocolVersion' | 'counts' | 'verdict' | 'evidenceSha256'
> {
  /** Whether some checks were left out on demand. */
  readonly isPart: boolean;
}

const PROTOCOL_VERSION = '1';

export function conformanceSummary({ isPart, ...run }: Summarised): ConformanceSummary {
  const count = (kind: string): number => run.results.filter(({ finding }) => finding.kind === kind).length;
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skip') };
  const verdict = isPart ? partly(counts.failed) : wholly(counts.failed, run);
  const evidenceSha256 = createHash('sha256').update(evidenceText(run.results)).digest('hex');
  return { ...run, protocolVersion: PROTOCOL_VERSION, counts, verdict, evidenceSha256 };
}

/** What happened, one JSON document a line. */
export function evidenceText(results: readonly CheckResult[]): string {
  return results
    .flatMap(({ id, evidence }) => evidence.map((happening) => `${JSON.stringify({ check: id, ...happening })}\n`))
    .join('');
}

function wholly(failed: number, { profile, binding }: Pick<ConformanceSummary, 'profile' | 'binding'>): string {
  return failed === 0 ? `conformant (${profile}, ${binding})` : `not conformant (${profile}, ${binding})`;
}

function partly(failed: number): string {
  return failed === 0 ? 'no fault in the checks that were chosen' : 'not conformant';
}
