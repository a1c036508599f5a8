import type { Tx } from '../../store/tx.ts';
import type { AlertRule } from '../alert-rules.ts';
import { findBehind } from './find-behind.ts';
import { findClock } from './find-clock.ts';
import { findDeviating } from './find-deviating.ts';
import { findEnding } from './find-ending.ts';
import { findOffline } from './find-offline.ts';
import { findShortPools } from './find-short-pools.ts';
import type { FiringSubject } from '../firing-subject.ts';

export interface FiringSubjectsInput {
  readonly rule: Pick<AlertRule, 'condition' | 'minutes' | 'siteId' | 'poolId'>;
  readonly now: number;
  readonly offlineAfterMs: number;
  /** When the certificate of this service ends; left out, it has none. */
  readonly certificateEndsAt?: number;
}

const MINUTE_MS = 60_000;

/** For what the condition of a rule has lasted as long as the rule says, in the order of their ids. */
export async function firingSubjects(
  tx: Tx,
  { rule, now, offlineAfterMs, certificateEndsAt }: FiringSubjectsInput,
): Promise<FiringSubject[]> {
  const { siteId, poolId, condition } = rule;
  const of = { siteId, poolId, now, leadMs: rule.minutes * MINUTE_MS };
  switch (condition) {
    case 'offline':
      return findOffline(tx, { ...of, offlineAfterMs });
    case 'behind':
      return findBehind(tx, of);
    case 'deviating':
      return findDeviating(tx, of);
    case 'credential_ending':
      return findEnding(tx, { ...of, certificateEndsAt });
    case 'clock_jumped':
      return findClock(tx, of);
    case 'pool_short':
      return findShortPools(tx, of);
  }
}
