import { type FailedAnswer, SetpointError } from '../setpoint-error.ts';

/** The same error, with the key to find out what became of the batch. */
export function leftOpen(cause: SetpointError, idempotencyKey: string, message: string = cause.message): SetpointError {
  const known: FailedAnswer = cause;
  return new SetpointError(
    { ...known, message, batchOutcome: 'unknown', idempotencyKey },
    { cause: cause.cause ?? cause },
  );
}
