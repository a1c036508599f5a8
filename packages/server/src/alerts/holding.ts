/** Something for which a condition holds. */
export interface Holding {
  readonly subjectId: string;
  readonly subjectName: string;
  readonly since: number;
}

/** More than that are not looked at at once. */
export const MOST_HOLDING = 1_000;
