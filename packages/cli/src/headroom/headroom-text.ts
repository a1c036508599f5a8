import type { Headroom, HeadroomInterval, SiteHeadroom } from '@setpoint/contract';
import { bindingName } from './binding-name.ts';
import { instantText, rangeText } from '../text/instant-text.ts';

export const KINDS = [
  ['afrrImport', 'aFRR import'],
  ['afrrExport', 'aFRR export'],
  ['mfrrImport', 'mFRR import'],
  ['mfrrExport', 'mFRR export'],
  ['fcrImport', 'FCR import'],
  ['fcrExport', 'FCR export'],
  ['setpointUp', 'setpoint up'],
  ['setpointDown', 'setpoint down'],
] as const;

/** How much more fits, in sentences; consecutive intervals with the same answer are joined. */
export function headroomText({ siteName, reportedAt, intervals }: SiteHeadroom): string {
  const known =
    reportedAt === null
      ? 'The site has never reported, so only what is set limits it.'
      : `Ratings and stored energy are those reported at ${instantText(reportedAt)}.`;
  const lead = `How much more fits on ${siteName} on top of what is set, each kind on its own. Times are UTC. ${known}`;
  return [lead, ...joined(intervals).map(({ from, to, text }) => `\n${rangeText(from, to)}\n${text}`)].join('\n');
}

interface Told {
  readonly from: string;
  to: string;
  readonly text: string;
}

function joined(intervals: readonly HeadroomInterval[]): Told[] {
  const told: Told[] = [];
  for (const interval of intervals) {
    const text = intervalText(interval);
    const last = told.at(-1);
    if (last?.text === text) last.to = interval.to;
    else told.push({ from: interval.from, to: interval.to, text });
  }
  return told;
}

function intervalText(interval: HeadroomInterval): string {
  const lines = KINDS.map(([kind, name]) => `  ${`${name}:`.padEnd(15)}${foundText(interval[kind])}`);
  return (interval.isEnergyKnown ? lines : [...lines, '  The stored energy is unknown.']).join('\n');
}

function foundText(found: Headroom | null): string {
  if (found === null) return 'there is no setpoint';
  if (found.kW === null) return 'unlimited';
  return `${found.kW} kW, limited by ${found.binds.map(bindingName).join(' and ')}`;
}
