import type { Values } from '../time/values-at.ts';

/** How far frequency response may move an asset. Import is plus at the connection point, minus at a storage. */
export function fcrPair(values: Values, asset: 'grid' | 'bess'): { moreKw: number; lessKw: number } {
  const importKw = values['grid/fcrImportkW'] ?? 0;
  const exportKw = values['grid/fcrExportkW'] ?? 0;
  return asset === 'grid' ? { moreKw: importKw, lessKw: exportKw } : { moreKw: exportKw, lessKw: importKw };
}
