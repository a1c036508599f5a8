/** What binds some members, the most frequent first. */
export interface CountedBound<Bound extends string> {
  readonly because: Bound;
  readonly members: number;
}

export function countBounds<Bound extends string>(bounds: readonly Bound[]): CountedBound<Bound>[] {
  return [...Map.groupBy(bounds, (bound) => bound)]
    .map(([because, those]) => ({ because, members: those.length }))
    .toSorted((one, other) => other.members - one.members);
}
