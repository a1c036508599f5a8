export const FOLLOWING_ASSETS = ['grid', 'bess'] as const;
export type FollowingAsset = (typeof FOLLOWING_ASSETS)[number];

/** How far an asset may be from its target (the larger of both), and how long it may take to reach a new one. */
export interface Tolerance {
  readonly kw: number;
  readonly percent: number;
  readonly rampSeconds: number;
}

export type Tolerances = Readonly<Record<FollowingAsset, Tolerance>>;

/** How far from this target is still right: the larger of both. */
export function toleranceKw({ kw, percent }: Tolerance, plannedKw: number): number {
  return Math.max(kw, (percent / 100) * Math.abs(plannedKw));
}
