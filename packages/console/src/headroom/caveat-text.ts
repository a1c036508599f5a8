import type { FleetHeadroom } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';

/** What the figures leave out, as sentences; empty where they leave out nothing. */
export function caveatText(sites: FleetHeadroom['sites'], withStorage: ReadonlySet<string>): string {
  const unplanned = sites.filter(({ intervals }) => intervals.some(({ setpointUp }) => setpointUp === null)).length;
  const unknown = sites.filter(
    ({ siteId, intervals }) => withStorage.has(siteId) && intervals.some(({ isEnergyKnown }) => !isEnergyKnown),
  ).length;
  const sentences = [
    unplanned === 0
      ? ''
      : `${unplanned} of ${countText(sites.length, 'site')} ${unplanned === 1 ? 'has' : 'have'} no setpoint in part of this time. The power that such a site uses or makes by itself is not known, and is not in these figures.`,
    unknown === 0
      ? ''
      : `The stored energy of ${countText(unknown, 'site')} is not known all the time, and limits nothing then.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
