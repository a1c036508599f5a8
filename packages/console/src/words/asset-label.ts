const ASSET_LABELS: Readonly<Record<string, string>> = {
  grid: 'Grid',
  bess: 'Storage',
  solar: 'Solar',
  wind: 'Wind',
  load: 'Load',
  ev: 'EV charging',
  heatpump: 'Heat pump',
  genset: 'Genset',
};

export function assetLabel(asset: string): string {
  return ASSET_LABELS[asset] ?? asset;
}
