import type { SiteOverview } from '@setpoint/contract';
import { agoText, durationText } from '../words/ago-text.ts';
import { assetLabel } from '../words/asset-label.ts';
import { countText } from '../words/count-text.ts';
import { issueText } from '../words/issue-text.ts';
import { pairLabel } from '../words/pair-label.ts';
import { percentText } from '../words/percent-text.ts';
import { powerText } from '../words/power-text.ts';
import { troubleText } from '../words/trouble-text.ts';
import { whenText, zoneText } from '../words/when-text.ts';

/** Why a site needs attention, the gravest reason first. */
export const REASONS = [
  'unreachable',
  'offline',
  'rejected',
  'behind',
  'deviating',
  'trouble',
  'limited',
  'issue',
  'never',
  'held',
] as const;
export type Reason = (typeof REASONS)[number];

export interface Attention {
  readonly reason: Reason;
  /** The reason, with what it is in particular, such as `trouble:clock_off`. */
  readonly key: string;
  readonly text: string;
}

/** A controller applies a new schedule within seconds: only a longer delay needs attention. */
const BEHIND_MS = 30_000;
const NONE: readonly Reason[] = [];

/** The reasons that apply to a site, the gravest first. Cheap: it runs for every site at every change. */
export function reasonsOf(site: SiteOverview, now: number): readonly Reason[] {
  const presence = presenceReason(site, now);
  return presence === undefined && isWell(site) ? NONE : reasonsAmong(site, presence);
}

/** Nothing but its presence could need attention; most sites are answered by this alone. */
function isWell({ rejected, limited, following, troubles, issues }: SiteOverview): boolean {
  const isServed = rejected === 0 && limited === 0 && following?.state !== 'deviating';
  return isServed && troubles.length === 0 && issues.length === 0;
}

function reasonsAmong(site: SiteOverview, presence: Reason | undefined): readonly Reason[] {
  const others: Partial<Record<Reason, boolean>> = {
    rejected: site.rejected > 0,
    deviating: site.following?.state === 'deviating',
    trouble: site.troubles.length > 0,
    limited: site.limited > 0,
    issue: site.issues.some(isOwnIssue),
    held: site.issues.some((issue) => !isOwnIssue(issue)),
  };
  return REASONS.filter((reason) => reason === presence || others[reason] === true);
}

function presenceReason({ isOnline, reportedAt, behindSince }: SiteOverview, now: number): Reason | undefined {
  if (reportedAt === null) return 'never';
  if (!isOnline) return behindSince === null ? 'offline' : 'unreachable';
  return behindSince !== null && now - Date.parse(behindSince) > BEHIND_MS ? 'behind' : undefined;
}

/** Why a site needs attention, in words, the gravest first. */
export function attentionOf(site: SiteOverview, now: number): readonly Attention[] {
  return reasonsOf(site, now).flatMap((reason) => {
    const keys = keysOf(reason, site);
    return textsOf(reason, site, now).map((text, index) => ({ reason, key: keys[index] ?? reason, text }));
  });
}

/** What a reason is in particular; one for each text. */
export function keysOf(reason: Reason, site: SiteOverview): readonly string[] {
  if (reason === 'trouble') return site.troubles.map(({ code }) => `trouble:${code}`);
  if (reason === 'issue') return site.issues.filter(isOwnIssue).map(({ code }) => `issue:${code}`);
  return [reason];
}

/** A hold is meant: it is no fault, and has a place of its own. */
function isOwnIssue({ code }: { readonly code: string }): boolean {
  return code !== HELD;
}

const HELD = 'held';

function textsOf(reason: Reason, site: SiteOverview, now: number): readonly string[] {
  switch (reason) {
    case 'rejected':
      return [`The controller rejects ${countText(site.rejected, 'command')}`];
    case 'deviating':
      return [deviationText(site.following, now)];
    case 'trouble':
      return site.troubles.map(troubleText);
    case 'limited':
      return [`The controller serves ${countText(site.limited, 'command')} in part only`];
    case 'issue':
      return site.issues.filter(isOwnIssue).map((issue) => beginningText(issue, site.timeZone, now));
    case 'held':
      return [issueText(HELD)];
    default:
      return [absenceText(reason, site, now)];
  }
}

function absenceText(
  reason: Extract<Reason, 'unreachable' | 'offline' | 'behind' | 'never'>,
  { reportedAt, behindSince }: SiteOverview,
  now: number,
): string {
  const since = (instant: string | null): string => durationText(now - Date.parse(instant ?? ''));
  switch (reason) {
    case 'unreachable':
      return `Offline for ${since(reportedAt)}; has not received what was set ${since(behindSince)} ago`;
    case 'offline':
      return `Offline for ${since(reportedAt)}; follows the schedule it has`;
    case 'behind':
      return `Not in sync for ${since(behindSince)}`;
    case 'never':
      return 'The controller has never reported';
  }
}

// An issue in the future is shown with its start, because nothing else on the screen shows it yet.
function beginningText({ code, from }: SiteOverview['issues'][number], timeZone: string, now: number): string {
  const fromMs = Date.parse(from);
  return fromMs <= now
    ? issueText(code)
    : `${issueText(code)} (from ${whenText(fromMs, { timeZone, now })} ${zoneText(fromMs, timeZone)})`;
}

function deviationText(following: SiteOverview['following'], now: number): string {
  if (following === null) return 'Does not follow its plan';
  const { asset, type, endAt, meanErrorkW, withinShare } = following;
  const until = `until ${agoText(now - Date.parse(endAt))}`;
  if (type === 'activePowerkW') {
    const share = withinShare === null ? '' : `, within tolerance ${percentText(withinShare * 100)} of the time`;
    return `${assetLabel(asset)} did not follow its setpoint${share}, ${until}`;
  }
  const by = meanErrorkW === null ? undefined : `${powerText(Math.abs(meanErrorkW))} on average`;
  return `${pairLabel({ asset, type })} was not kept${by === undefined ? '' : `, beyond it by ${by}`}, ${until}`;
}

/** For sorting: the graver, the smaller; sites that need no attention come last. */
export function rankOf(site: SiteOverview, now: number): number {
  const [first] = reasonsOf(site, now);
  return first === undefined ? REASONS.length : REASONS.indexOf(first);
}
