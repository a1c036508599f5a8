/** A stretch of time for which a site is a member of a pool, and as what. Half-open, in milliseconds. */
export interface Membership {
  readonly from: number;
  readonly to: number;
  readonly role: 'primary' | 'backup';
  readonly rank: number;
  /** null: as fast as it is asked. */
  readonly rampKwPerSecond: number | null;
}

export interface MembershipChange<Known> {
  /** No longer known as they were. */
  readonly ended: readonly Known[];
  /** Known from now on. */
  readonly begun: readonly Membership[];
}

/**
 * From now on a site is the member that it is wanted to be; what was before now stays as it was. Neither the stretches
 * that are known overlap, nor those that are wanted.
 *
 *     known    |----- a -----|            |-- a --|
 *     wanted        |-- a --|   |---- b ----|
 *     now              ^
 *     after    |-- a -------|   |---- b ----|
 */
export function changeMembership<Known extends Membership>(
  known: readonly Known[],
  wanted: readonly Membership[],
  now: number,
): MembershipChange<Known> {
  const past = known.map((stretch) => ({ ...stretch, to: Math.min(stretch.to, now) }));
  const coming = wanted.map((stretch) => ({ ...stretch, from: Math.max(stretch.from, now) }));
  const after = joined([...past, ...coming].filter(({ from, to }) => from < to));
  return {
    ended: known.filter((one) => !after.some((other) => isSame(one, other))),
    begun: after.filter((one) => !known.some((other) => isSame(one, other))),
  };
}

/** Stretches in order; those that touch and differ in nothing else are one. */
function joined(stretches: readonly Membership[]): Membership[] {
  const all: Membership[] = [];
  for (const { from, to, role, rank, rampKwPerSecond } of stretches.toSorted((one, other) => one.from - other.from)) {
    const next = { from, to, role, rank, rampKwPerSecond };
    const last = all.at(-1);
    if (last !== undefined && last.to === from && isSame({ ...last, from, to }, next))
      all.splice(-1, 1, { ...last, to });
    else all.push(next);
  }
  return all;
}

function isSame(one: Membership, other: Membership): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.role === other.role &&
    one.rank === other.rank &&
    one.rampKwPerSecond === other.rampKwPerSecond
  );
}
