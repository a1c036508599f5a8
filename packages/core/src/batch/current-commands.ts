import type { PairName } from '@setpoint/contract';
import type { SetTexts } from '../command-text/command-text.ts';

/** What is set, as far as a decision needs it. */
export interface CurrentCommands {
  readonly pairs: ReadonlySet<PairName>;
  /** At least the pairs of `neededTexts` and, for a splice, of `touchedPairs`. */
  readonly texts: SetTexts;
  readonly now: number;
}
