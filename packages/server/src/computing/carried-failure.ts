import { AppError, type ErrorCode } from '@setpoint/contract';
import type { Problem } from '@setpoint/core';
import { RefusalWithHeaders } from '../http/send/refusal-with-headers.ts';
import { StoreFailure } from '../store/store.ts';
import { BadRequest } from '../wire/bad-request.ts';

/** A failure as it crosses between threads, where an error loses its class. */
export type CarriedFailure =
  | {
      readonly kind: 'refusal';
      readonly code: ErrorCode;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>> | undefined;
      readonly problems: readonly Problem[] | undefined;
    }
  | {
      readonly kind: 'store';
      readonly outcome: StoreFailure['outcome'];
      readonly isPassing: boolean;
      readonly cause: unknown;
      readonly message: string;
    }
  | { readonly kind: 'fault'; readonly cause: unknown };

export function carryFailure(cause: unknown): CarriedFailure {
  if (cause instanceof StoreFailure) {
    const { outcome, isPassing, message } = cause;
    return { kind: 'store', outcome, isPassing, message, cause: carried(cause.cause) };
  }
  if (!(cause instanceof AppError)) return { kind: 'fault', cause: carried(cause) };
  const headers = cause instanceof RefusalWithHeaders ? cause.headers : undefined;
  const problems = cause instanceof BadRequest ? cause.problems : undefined;
  return { kind: 'refusal', code: cause.code, message: cause.message, headers, problems };
}

export function failureFrom(failure: CarriedFailure): Error {
  switch (failure.kind) {
    case 'refusal': {
      const { code, message, headers, problems } = failure;
      if (problems !== undefined) return new BadRequest(message, problems);
      return headers === undefined ? new AppError(code, message) : new RefusalWithHeaders(code, { message, headers });
    }
    case 'store': {
      const { outcome, message, isPassing, cause } = failure;
      return new StoreFailure(outcome, message, { isPassing, cause });
    }
    case 'fault':
      return failure.cause instanceof Error ? failure.cause : new Error(String(failure.cause));
  }
}

// What an error has beside its text may not cross.
function carried(cause: unknown): unknown {
  if (!(cause instanceof Error)) return String(cause);
  const copy = new Error(cause.message);
  if (cause.stack !== undefined) copy.stack = cause.stack;
  return copy;
}
