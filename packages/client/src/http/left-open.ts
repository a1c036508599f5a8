import { SetpointError } from '../setpoint-error.ts';

/** The same error, with the key to find out what became of the batch. */
export function leftOpen(cause: SetpointError, idempotencyKey: string, message: string = cause.message): SetpointError {
  const { status, code, requestId, retryAfterSeconds } = cause;
  return new SetpointError(
    { status, code, message, requestId, retryAfterSeconds, batchOutcome: 'unknown', idempotencyKey },
    { cause: cause.cause ?? cause },
  );
}
