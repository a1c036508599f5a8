import { PROBLEM_KINDS, type ProblemKind, problemsOf, type SiteOverview, type SiteProblem } from '@setpoint/contract';
import { agoText, durationText } from '../words/ago-text.ts';
import { assetLabel } from '../words/asset-label.ts';
import { countText } from '../words/count-text.ts';
import { issueText } from '../words/issue-text.ts';
import { pairLabel } from '../words/pair-label.ts';
import { percentText } from '../words/percent-text.ts';
import { powerText } from '../words/power-text.ts';
import { troubleText } from '../words/trouble-text.ts';
import { whenText, zoneText } from '../words/when-text.ts';

export interface Attention extends SiteProblem {
  readonly text: string;
}

/** Why a site needs attention, in words, the gravest first. */
export function attentionOf(site: SiteOverview, now: number): readonly Attention[] {
  return problemsOf(site, now).map((problem) => ({ ...problem, text: TEXTS[problem.kind](problem, site, now) }));
}

type TextOf = (problem: SiteProblem, site: SiteOverview, now: number) => string;

const TEXTS: Readonly<Record<ProblemKind, TextOf>> = {
  unreachable: ({ since }, { behindSince }, now) =>
    `Offline for ${lasted(since, now)}; has not received what was set ${lasted(behindSince, now)} ago`,
  offline: ({ since }, _, now) => `Offline for ${lasted(since, now)}; follows the schedule it has`,
  rejected: (_, { rejected }) => `The controller rejects ${countText(rejected, 'command')}`,
  behind: ({ since }, _, now) => `Not in sync for ${lasted(since, now)}`,
  deviating: ({ because = '' }, { following }, now) => `${deviationText(following, now)}: ${because}`,
  trouble: ({ trouble, code }) => (trouble === undefined ? code : troubleText(trouble)),
  limited: (_, { limited }) => `The controller serves ${countText(limited, 'command')} in part only`,
  issue: beginningText,
  never: () => 'The controller has never reported',
  held: ({ code }) => issueText(code),
};

function lasted(since: string | null, now: number): string {
  return durationText(now - Date.parse(since ?? ''));
}

// An issue in the future is shown with its start, because nothing else on the screen shows it yet.
function beginningText({ code, since }: SiteProblem, { timeZone }: SiteOverview, now: number): string {
  const text = issueText(code.replace('issue:', ''));
  const fromMs = Date.parse(since ?? '');
  return fromMs > now ? `${text} (from ${whenText(fromMs, { timeZone, now })} ${zoneText(fromMs, timeZone)})` : text;
}

function deviationText(following: SiteOverview['following'], now: number): string {
  if (following?.state !== 'deviating') return 'Does not follow its plan';
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
  const [first] = problemsOf(site, now);
  return first === undefined ? PROBLEM_KINDS.length : PROBLEM_KINDS.indexOf(first.kind);
}
