import { AppError } from '@setpoint/contract';

/** The refusal of a caller that comes too often. */
export function tooMany(what: 'failures' | 'calls'): AppError {
  const text = what === 'calls' ? 'this client called' : 'authentication failed from this address';
  return new AppError('too_many_requests', `${text} too often in the last minute`);
}
