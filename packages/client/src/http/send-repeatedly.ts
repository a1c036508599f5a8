import { SetpointError } from '../setpoint-error.ts';
import { isPassing } from './is-passing.ts';
import { leftOpen } from './left-open.ts';
import { backOffMs } from './back-off-ms.ts';
import { waitMs } from './wait-ms.ts';

export interface Repetition {
  /** How often the request may be sent in all. */
  readonly tries: number;
  /** Whether it may be sent again when an earlier try may have taken effect. */
  readonly isRepeatable: boolean;
  /** The idempotency key of a request that sets schedules. */
  readonly key?: string | undefined;
  /** After its end, nothing is sent again. */
  readonly signal?: AbortSignal | undefined;
}

// Who is asked to wait for longer does better to hear of it.
const LONGEST_ASKED_SECONDS = 60;

/** Sends a request again for as long as that may help and cannot do harm. */
export async function sendRepeatedly<Result>(send: () => Promise<Result>, repetition: Repetition): Promise<Result> {
  const { tries, key, signal } = repetition;
  let isOpen = false;
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (cause) {
      if (!(cause instanceof SetpointError)) throw cause;
      isOpen = leavesOpen(cause) || (isOpen && saysNothingOfEarlier(cause));
      if (tried >= tries || !mayTryAgain(cause, repetition))
        throw isOpen && key !== undefined ? leftOpen(cause, key) : cause;
      await waitMs(pauseMs(cause, tried), signal);
    }
  }
}

function pauseMs({ retryAfterSeconds: asked }: SetpointError, tried: number): number {
  return asked === undefined ? backOffMs(tried) : asked * 1_000;
}

function mayTryAgain(cause: SetpointError, { isRepeatable, signal }: Repetition): boolean {
  if (signal?.aborted) return false;
  const isSoon = (cause.retryAfterSeconds ?? 0) <= LONGEST_ASKED_SECONDS;
  return isPassing(cause) && isSoon && (isRepeatable || wasNotTaken(cause));
}

function leavesOpen({ status, batchOutcome }: SetpointError): boolean {
  return (
    (status === 0 && batchOutcome !== 'not-applied') || status === 502 || status === 504 || batchOutcome === 'unknown'
  );
}

function saysNothingOfEarlier(cause: SetpointError): boolean {
  return isPassing(cause) || cause.status === 401 || cause.status === 403;
}

function wasNotTaken({ status, batchOutcome }: SetpointError): boolean {
  return status === 429 || (status === 503 && batchOutcome !== 'unknown');
}
