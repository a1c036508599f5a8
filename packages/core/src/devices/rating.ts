import type { Assets } from '@setpoint/contract';

/** What an asset group can do at most, kW; infinite where unknown. */
export interface Rating {
  readonly lower: number;
  readonly upper: number;
}

export interface Ratings {
  readonly grid: Rating;
  readonly bess: Rating;
  readonly solar: Rating;
}

export const UNKNOWN_RATING: Rating = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

/** The ratings that a plan needs, of what the site reported last. */
export function ratingsOf({ grid, bess, solar }: Pick<Assets, 'grid' | 'bess' | 'solar'>): Ratings {
  return { grid: ratingOf(grid), bess: ratingOf(bess), solar: ratingOf(solar) };
}

function ratingOf(group: Assets['grid'] | Assets['bess']): Rating {
  return group === null ? UNKNOWN_RATING : { lower: group.ratedPowerLowerLimitkW, upper: group.ratedPowerUpperLimitkW };
}

/** What a plan follows from of the devices, in brief; two that are the same plan the same. */
export function ratingsText({ grid, bess, solar }: Pick<Assets, 'grid' | 'bess' | 'solar'>): string {
  const texts = [grid, bess, solar].map((group) =>
    group === null ? '' : `${group.ratedPowerLowerLimitkW} ${group.ratedPowerUpperLimitkW}`,
  );
  return `${texts.join('/')}/${bess?.availableStorageCapacitykWh ?? ''}`;
}
