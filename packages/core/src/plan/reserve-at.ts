import type { Values } from '../time/values-at.ts';

// Written out, since building these names costs more than looking them up.
/** The commands that hold reserves ready, by direction and service. */
export const RESERVES = {
  Import: { fcr: 'grid/fcrImportkW', afrr: 'grid/afrrImportBookingkW', mfrr: 'grid/mfrrImportBookingkW' },
  Export: { fcr: 'grid/fcrExportkW', afrr: 'grid/afrrExportBookingkW', mfrr: 'grid/mfrrExportBookingkW' },
} as const;

export function reserveAt(values: Values, side: 'Import' | 'Export'): number {
  const { afrr, mfrr, fcr } = RESERVES[side];
  return (values[afrr] ?? 0) + (values[mfrr] ?? 0) + (values[fcr] ?? 0);
}
