import { findCatalogueRow } from '@setpoint/contract';

const NAMES: Readonly<Record<string, string>> = {
  rating: 'the rating',
  'grid/upperLimitkW': 'the upper limit',
  'grid/lowerLimitkW': 'the lower limit',
  'solar/solarCurtailmentPcnt': 'curtailment',
};

export function sourceName(source: string): string {
  const [asset = '', type = ''] = source.split('/');
  return NAMES[source] ?? `the ${findCatalogueRow(asset, type)?.row.meaning ?? source}`;
}
