import type { PlanInput } from '../plan/resolve-plan.ts';
import type { Step } from '../plan/segment.ts';

export const HEADROOM_KINDS = [
  'afrrImport',
  'afrrExport',
  'mfrrImport',
  'mfrrExport',
  'fcrImport',
  'fcrExport',
  'setpointUp',
  'setpointDown',
] as const;
export type HeadroomKind = (typeof HEADROOM_KINDS)[number];

export interface Headroom {
  /** To the watt, rounded down; null where nothing bounds it. */
  readonly kw: number | null;
  /** What limits it. */
  readonly binds: readonly (Step['source'] | 'energy')[];
}

/** How much more fits throughout an interval beside what is set, for each kind on its own. */
export interface HeadroomInterval {
  readonly from: number;
  readonly to: number;
  /** Whether the stored energy is known throughout. */
  readonly isEnergyKnown: boolean;
  /** null for setpoints where none is set. */
  readonly headroom: Readonly<Record<HeadroomKind, Headroom | null>>;
}

export interface HeadroomInput extends PlanInput {
  /** The length of each interval; the last one ends with the window. */
  readonly stepMs: number;
}
