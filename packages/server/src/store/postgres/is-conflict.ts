import { isAnswer } from './statement-batch.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const CONFLICTS = new Set([SERIALIZATION_FAILURE, DEADLOCK, LOCK_NOT_AVAILABLE]);

/** Whether the server refused it because of somebody beside it, and not for what it is. */
export function isConflict(cause: unknown): boolean {
  return isAnswer(cause) && CONFLICTS.has(cause.code ?? '');
}
