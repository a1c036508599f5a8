import type { Assets } from '@setpoint/contract';

/** The power range of an asset group in kW; infinite where unknown. */
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

/** The ratings that a plan needs, from what the site reported last. */
export function ratingsOf({ grid, bess, solar }: Pick<Assets, 'grid' | 'bess' | 'solar'>): Ratings {
  return { grid: ratingOf(grid), bess: ratingOf(bess), solar: ratingOf(solar) };
}

function ratingOf(group: Assets['grid'] | Assets['bess']): Rating {
  return group === null ? UNKNOWN_RATING : { lower: group.ratedPowerLowerLimitkW, upper: group.ratedPowerUpperLimitkW };
}

/** What a plan depends on among the devices; if two of these are equal, so are the plans. */
export function ratingsText({ grid, bess, solar }: Pick<Assets, 'grid' | 'bess' | 'solar'>): string {
  const texts = [grid, bess, solar].map((group) =>
    group === null ? '' : `${group.ratedPowerLowerLimitkW} ${group.ratedPowerUpperLimitkW}`,
  );
  return `${texts.join('/')}/${bess?.availableStorageCapacitykWh ?? ''}`;
}
