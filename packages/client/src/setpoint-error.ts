/** What the answer to a failed request said. */
export interface FailedAnswer {
  /** The HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** The `error` of the answer, such as `forbidden`; `unreachable` or `timeout` when there was none. */
  readonly code: string;
  readonly message: string;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** On a failed POST: whether the batch may have been applied. */
  readonly batchOutcome?: BatchOutcome | undefined;
}

/** `not-applied` is certain; after `unknown` read the site, or send the batch again under its idempotency key. */
export type BatchOutcome = 'not-applied' | 'unknown';

/** The one error that the client throws. */
export class SetpointError extends Error implements FailedAnswer {
  override readonly name = 'SetpointError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly batchOutcome: BatchOutcome | undefined;

  constructor(answer: FailedAnswer, options?: ErrorOptions) {
    super(answer.message, options);
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
    this.batchOutcome = answer.batchOutcome;
  }
}
