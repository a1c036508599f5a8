import { SetpointError } from '@setpoint/client';

/** What was sent may have been done: no answer says so, and none says that it was not. */
export class Unanswered extends Error {}

export interface Repeating {
  /** Whether it may be sent again: a repeat does nothing that the first did not do. */
  readonly isRepeated: boolean;
  /** Ends the repeats. */
  readonly signal: AbortSignal;
  /** Resolves when it is time for the next try, or at the end of the signal. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
}

const TOO_MANY = 429;

/** Sends something once, or until an answer comes; fails as `Unanswered` where it is not known what came of it. */
export async function untilAnswered<Answer>(
  send: (count: number) => Promise<Answer>,
  { isRepeated, signal, pause }: Repeating,
): Promise<Answer> {
  let isOpen = false;
  for (let count = 1; ; count += 1) {
    try {
      return await send(count);
    } catch (cause) {
      isOpen = leavesOpen(cause) || (isOpen && saysNothingOfEarlier(cause));
      const mayComeYet = isRepeated && (isPassing(cause) || (isOpen && statusOf(cause) === TOO_MANY));
      if (!mayComeYet || signal.aborted) throw failureOf(cause, isOpen);
    }
    await pause(signal);
  }
}

function failureOf(cause: unknown, isOpen: boolean): unknown {
  return isOpen ? new Unanswered('no answer came', { cause }) : cause;
}

// A service that fails may have done it first.
function leavesOpen(cause: unknown): boolean {
  if (!(cause instanceof SetpointError) || cause.batchOutcome === 'not-applied') return false;
  return cause.batchOutcome === 'unknown' || (isPassing(cause) && cause.status !== 503);
}

function saysNothingOfEarlier(cause: unknown): boolean {
  return isPassing(cause) || [401, 403, TOO_MANY].includes(statusOf(cause));
}

function isPassing(cause: unknown): boolean {
  return statusOf(cause) === 0 || statusOf(cause) >= 500;
}

/** Of what the page found itself, as of what is wrong with the request. */
function statusOf(cause: unknown): number {
  return cause instanceof SetpointError ? cause.status : 400;
}
