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

export interface Pair {
  readonly asset: string;
  readonly type: string;
}

export function pairName({ asset, type }: Pair): string {
  return `${asset}/${type}`;
}

export function pairLabel(pair: Pair): string {
  const name = pairName(pair);
  return LABELS[name] ?? name;
}
