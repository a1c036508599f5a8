export type ValueRange = 'any' | 'notNegative' | 'percent';

export type SupportedPair = {
  readonly asset: string;
  readonly type: string;
  readonly values: ValueRange;
};

// In the order in which a site lists its commands.
export const supportedPairs: readonly SupportedPair[] = [
  { asset: 'grid', type: 'upperLimitkW', values: 'any' },
  { asset: 'grid', type: 'lowerLimitkW', values: 'any' },
  { asset: 'grid', type: 'activePowerkW', values: 'any' },
  { asset: 'grid', type: 'afrrImportBookingkW', values: 'notNegative' },
  { asset: 'grid', type: 'afrrExportBookingkW', values: 'notNegative' },
  { asset: 'grid', type: 'afrrActivationkW', values: 'any' },
  { asset: 'grid', type: 'mfrrImportBookingkW', values: 'notNegative' },
  { asset: 'grid', type: 'mfrrExportBookingkW', values: 'notNegative' },
  { asset: 'grid', type: 'mfrrActivationkW', values: 'any' },
  { asset: 'grid', type: 'fcrImportkW', values: 'notNegative' },
  { asset: 'grid', type: 'fcrExportkW', values: 'notNegative' },
  { asset: 'solar', type: 'solarCurtailmentPcnt', values: 'percent' },
  { asset: 'bess', type: 'activePowerkW', values: 'any' },
  { asset: 'bess', type: 'optimalSocPcnt', values: 'percent' },
];
