import type { Write } from './define-write.ts';
import type { Transaction } from './tx.ts';

export interface Store {
  /** Runs a transaction that changes something; resolves once its effect is durable. */
  write<Input, Output>(write: Write<Input, Output>, input: Input): Promise<Output>;
  /** Runs short statements that see every write acknowledged before. */
  read<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output>;
  /** Writes accepted and not yet answered. */
  waitingWrites(): number;
  /** Finishes what was accepted, then closes the database. */
  close(): Promise<void>;
}

/** A store as those see it that change nothing. */
export type ReadableStore = Pick<Store, 'read'>;

interface FailureOptions extends ErrorOptions {
  readonly isPassing?: boolean;
  readonly told?: string | undefined;
}

export const DISK_IS_FULL = 'the disk is full, and nothing was done; make room, and it works again by itself';

/** A write or read that failed for no fault of its input; `outcome` says what became of it. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly outcome: 'not-applied' | 'unknown';
  /** Whether it was for no fault of ours either: the database was away, or others had what it needs. */
  readonly isPassing: boolean;
  /** What a caller can be told of it, where more is known than that it passes. */
  readonly told: string | undefined;

  constructor(outcome: 'not-applied' | 'unknown', message: string, options: FailureOptions = {}) {
    super(message, options);
    this.outcome = outcome;
    this.isPassing = options.isPassing === true;
    this.told = options.told;
  }
}
