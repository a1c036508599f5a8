import { pairName, type PairNames } from '@setpoint/contract';
const LABELS: Readonly<Record<string, string>> = {
  'grid/upperLimitkW': 'Grid upper limit',
  'grid/lowerLimitkW': 'Grid lower limit',
  'grid/activePowerkW': 'Grid setpoint',
  'grid/afrrImportBookingkW': 'aFRR import booking',
  'grid/afrrExportBookingkW': 'aFRR export booking',
  'grid/afrrActivationkW': 'aFRR activation',
  'grid/mfrrImportBookingkW': 'mFRR import booking',
  'grid/mfrrExportBookingkW': 'mFRR export booking',
  'grid/mfrrActivationkW': 'mFRR activation',
  'grid/fcrImportkW': 'FCR import',
  'grid/fcrExportkW': 'FCR export',
  'solar/solarCurtailmentPcnt': 'Solar curtailment',
  'bess/activePowerkW': 'Storage setpoint',
  'bess/optimalSocPcnt': 'Storage target charge',
};

export function pairLabel(pair: PairNames): string {
  return labelOfPair(pairName(pair));
}

export function labelOfPair(name: string): string {
  return LABELS[name] ?? name;
}
