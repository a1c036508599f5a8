import type { PairName } from '@setpoint/contract';
import type { View } from '../shell/view.ts';
import type { KindId } from './kinds.ts';

const SETS: Readonly<Record<KindId, readonly [pair: PairName, sign: 1 | -1]>> = {
  afrrImport: ['grid/afrrImportBookingkW', 1],
  afrrExport: ['grid/afrrExportBookingkW', 1],
  mfrrImport: ['grid/mfrrImportBookingkW', 1],
  mfrrExport: ['grid/mfrrExportBookingkW', 1],
  fcrImport: ['grid/fcrImportkW', 1],
  fcrExport: ['grid/fcrExportkW', 1],
  setpointUp: ['grid/activePowerkW', 1],
  setpointDown: ['grid/activePowerkW', -1],
};

/** The schedule editor of a site with what fits on top of what is set there; the person sends it. */
export function bookHref(siteId: string, { kind, kW, view }: { kind: KindId; kW: number; view: View }): string {
  const [pair, sign] = SETS[kind];
  const query = new URLSearchParams({
    command: pair,
    from: new Date(view.fromMs).toISOString(),
    to: new Date(view.toMs).toISOString(),
    add: String(sign * kW),
  });
  return `/sites/${siteId}/edit?${query.toString()}`;
}
