import { DISK_IS_FULL, StoreFailure } from '../store.ts';
import { isConflict } from './is-conflict.ts';
import { LostConnection } from './lost-connection.ts';
import { isAnswer } from './statement-batch.ts';

// A primary that became a standby, and a server that goes down or has no place left.
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const AWAY = new Set([READ_ONLY, '57P01', '57P02', '57P03', '53300']);

export function failureOf(outcome: StoreFailure['outcome'], cause: unknown): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const told = isAnswer(cause) && cause.code === DISK_FULL ? DISK_IS_FULL : undefined;
  return new StoreFailure(outcome, message, { cause, told, isPassing: told !== undefined || isPassing(cause) });
}

/** Whether another server would have taken it: connections to this one are of no use any more. */
export function isAway(cause: unknown): boolean {
  return isAnswer(cause) && AWAY.has(cause.code ?? '');
}

function isPassing(cause: unknown): boolean {
  return cause instanceof LostConnection || isConflict(cause) || isAway(cause);
}
