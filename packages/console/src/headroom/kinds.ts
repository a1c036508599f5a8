import type { HeadroomSums } from '@setpoint/contract';

/** The kinds of headroom, in the order of every table. */
export const KINDS = [
  { id: 'afrrImport', label: 'aFRR import' },
  { id: 'afrrExport', label: 'aFRR export' },
  { id: 'mfrrImport', label: 'mFRR import' },
  { id: 'mfrrExport', label: 'mFRR export' },
  { id: 'fcrImport', label: 'FCR import' },
  { id: 'fcrExport', label: 'FCR export' },
  { id: 'setpointUp', label: 'Setpoint up' },
  { id: 'setpointDown', label: 'Setpoint down' },
] as const satisfies readonly { readonly id: keyof HeadroomSums; readonly label: string }[];

export type KindId = (typeof KINDS)[number]['id'];
