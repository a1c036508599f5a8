import type { ScheduleProblem } from '@setpoint/contract';

/** A request that failed. */
export interface FailedAnswer {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The `error` of the answer, such as `forbidden`; `unreachable`, `timeout` or `aborted` if there was no answer. */
  readonly code: string;
  readonly message: string;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string | undefined;
  /** On a failed POST: whether the batch may have been applied. */
  readonly batchOutcome?: BatchOutcome | undefined;
  /** With status 400 of the fleet interface: what is wrong, and where; at most 100 problems. */
  readonly problems?: readonly ScheduleProblem[] | undefined;
  /** How long the service asks to wait before the request is sent again. */
  readonly retryAfterSeconds?: number | undefined;
  /** With `batchOutcome: 'unknown'`: the key under which sending the same batch again sets nothing twice. */
  readonly idempotencyKey?: string | undefined;
}

/** After `not-applied`, send the batch again. After `unknown`, read the site first, or send it again with the same idempotency key. */
export type BatchOutcome = 'not-applied' | 'unknown';

/** The error that the client throws when a request fails. */
export class SetpointError extends Error implements FailedAnswer {
  override readonly name = 'SetpointError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly requestId: string | undefined;
  declare readonly batchOutcome: BatchOutcome | undefined;
  declare readonly problems: readonly ScheduleProblem[] | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  declare readonly idempotencyKey: string | undefined;

  constructor({ message, ...known }: FailedAnswer, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, known);
  }
}
