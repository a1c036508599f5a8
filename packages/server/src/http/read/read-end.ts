import { AppError } from '@setpoint/contract';
import { parseInstant } from '@setpoint/core';

/** When a credential or a grant is to end; nothing for one that never does. */
export function readEnd(given: string | number | undefined, now: number): { readonly endsAt?: number } {
  if (given === undefined) return {};
  const endsAt = typeof given === 'number' ? given : parseInstant(given);
  if (endsAt === undefined) {
    throw new AppError('bad_request', 'endsAt: must be an RFC 3339 date-time with seconds and an offset');
  }
  if (endsAt <= now) throw new AppError('bad_request', 'endsAt: is in the past');
  return { endsAt };
}
