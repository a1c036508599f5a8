import type { SiteOverview } from '@setpoint/contract';
import { issueText } from '../words/issues.ts';
import { countText } from '../words/format.ts';
import { durationText } from '../words/time.ts';

/** Why somebody should look at a site, the gravest first. */
export const REASONS = ['unreachable', 'offline', 'rejected', 'behind', 'issue', 'never'] as const;
export type Reason = (typeof REASONS)[number];

export interface Attention {
  readonly reason: Reason;
  readonly text: string;
}

/** A controller takes what is new within seconds: only what takes longer is worth a look. */
const BEHIND_MS = 30_000;

/** What about a site needs somebody's attention, the gravest first. */
export function attentionOf(site: SiteOverview, now: number): readonly Attention[] {
  const found: Attention[] = [];
  const { isOnline, reportedAt, behindSince, rejected, issues } = site;
  const behindMs = behindSince === null ? 0 : now - Date.parse(behindSince);
  if (reportedAt === null) {
    found.push({ reason: 'never', text: 'Its controller has never reported' });
  } else if (!isOnline) {
    const since = durationText(now - Date.parse(reportedAt));
    if (behindSince === null)
      found.push({ reason: 'offline', text: `Offline for ${since}: it carries on with what it has` });
    else
      found.push({
        reason: 'unreachable',
        text: `Offline for ${since}, without what was set ${durationText(behindMs)} ago`,
      });
  } else if (behindMs > BEHIND_MS) {
    found.push({ reason: 'behind', text: `Not in sync for ${durationText(behindMs)}` });
  }
  if (rejected > 0)
    found.push({ reason: 'rejected', text: `The controller rejects ${countText(rejected, 'command')}` });
  for (const { code } of issues) found.push({ reason: 'issue', text: issueText(code) });
  return found.sort((one, other) => REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason));
}

/** For sorting: the graver, the smaller; sites that need nothing come last. */
export function rankOf(site: SiteOverview, now: number): number {
  const [first] = attentionOf(site, now);
  return first === undefined ? REASONS.length : REASONS.indexOf(first.reason);
}
