import type { Asset, DeviceTreeNode, ToldTrouble } from '@setpoint/contract';

/**
 * What the devices are to do; null leaves a device to its own default mode.
 * Signs: bess + = discharge; solar, wind, genset + = generation; load, ev, heatpump + = consumption.
 */
export interface PlantTarget {
  bessKw: number | null;
  gensetKw: number | null;
  solarMaxKw: number | null;
  windMaxKw: number | null;
  loadMaxKw: number | null;
  evMaxKw: number | null;
  heatpumpMaxKw: number | null;
}

export const noTarget: PlantTarget = {
  bessKw: null,
  gensetKw: null,
  solarMaxKw: null,
  windMaxKw: null,
  loadMaxKw: null,
  evMaxKw: null,
  heatpumpMaxKw: null,
};

export interface PlantReading {
  /** When it was measured, by the clock of the devices. */
  atMs: number;
  /** Every device carries both ratings. A broken meter shows as NaN, which the caller has to deal with. */
  devices: DeviceTreeNode;
  /** What the site has, and cannot be read now; what never could is not among the devices. */
  unreached?: readonly Asset[];
  /** What is wrong with the devices, for people to see. */
  troubles?: readonly ToldTrouble[];
  /** At the connection point; null if nothing measures it. */
  frequencyHz: number | null;
}

/** Why a part of a target is not carried out, or why nobody can tell. */
export interface Refusal {
  /** Late: the device has not answered for this order, and may: it took those before, or was asked just now. */
  readonly kind: 'refused' | 'unknown' | 'late';
  readonly reason: string;
}

/** The parts of a target that are not known to be carried out; all others are. */
export type Refusals = Readonly<Partial<Record<keyof PlantTarget, Refusal>>>;

/** What a controller can do with the devices of a site. */
export interface Driver {
  read(): Promise<PlantReading>;
  /** Holds until the next write. */
  write(target: PlantTarget): Promise<Refusals>;
}
