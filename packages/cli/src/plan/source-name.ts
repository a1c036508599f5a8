import { findPair } from '@setpoint/contract';

const NAMES: Readonly<Record<string, string>> = {
  rating: 'the rating',
  'grid/upperLimitkW': 'the upper limit',
  'grid/lowerLimitkW': 'the lower limit',
  'solar/solarCurtailmentPcnt': 'curtailment',
};

export function sourceName(source: string): string {
  return NAMES[source] ?? `the ${findPair(source)?.row.meaning ?? source}`;
}
