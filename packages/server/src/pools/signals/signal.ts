import type { Actor } from '@setpoint/contract';

/** What the grid operator asks of a pool. */
export interface Signal {
  /** Left out, it is one above the last of its seat. */
  readonly sequence?: number;
  /** The only signal that it may follow, by the sequence of its orders. */
  readonly replaces?: number | undefined;
  readonly at: number;
  readonly validUntil: number;
  /** Plus is import. */
  readonly watts: number;
  /** Who asks. */
  readonly actor?: Actor;
}

/** That the signal in force is to be taken back, by the sequence of its orders. */
export interface TakingBack extends Required<Pick<Signal, 'at' | 'actor'>> {
  readonly takesBack: number;
  readonly sequence?: never;
}
