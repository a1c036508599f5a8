import type { Assets } from '@setpoint/contract';
import type { StoredEnergy } from './project-energy.ts';

/** What the storage held when the site last reported; null if any part of that is unknown. */
export function storedEnergyOf({ bess }: Pick<Assets, 'bess'>, reportedAt: number | null): StoredEnergy | null {
  if (reportedAt === null || bess === null) return null;
  const { availableStorageCapacitykWh: capacityKwh, soc: socPercent } = bess;
  return capacityKwh === null || socPercent === null ? null : { at: reportedAt, capacityKwh, socPercent };
}
