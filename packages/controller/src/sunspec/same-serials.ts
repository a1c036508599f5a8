import type { DeviceNames } from './models/read-names.ts';

export interface Identified {
  /** Where it is, down to the unit. */
  readonly place: string;
  readonly names: DeviceNames;
}

/** Those with one serial number at several places: each group may be one device. */
export function sameSerials<Device extends Identified>(devices: readonly Device[]): Device[][] {
  const groups = Map.groupBy(
    devices.filter(({ names }) => isNumber(names.serial)),
    ({ names: { maker, model, serial } }) => JSON.stringify([maker, model, serial]),
  );
  return [...groups.values()].filter((group) => new Set(group.map(({ place }) => place)).size > 1);
}

/** Some makers put zeros, or a dash, where there is none. */
function isNumber(serial: string): boolean {
  return /[1-9A-Za-z]/.test(serial);
}
