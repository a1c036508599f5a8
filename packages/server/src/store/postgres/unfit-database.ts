/** A database that must not be used as it is. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
