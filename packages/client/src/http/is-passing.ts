import { SetpointError } from '../setpoint-error.ts';

/** No answer, or one that says to try again later; everything else is for the caller to fix. */
export function isPassing(cause: unknown): boolean {
  return cause instanceof SetpointError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);
}
