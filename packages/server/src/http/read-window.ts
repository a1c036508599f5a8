import { AppError, LIMITS } from '@setpoint/contract';
import { parseInstant, type Window } from '@setpoint/core';

const MS_PER_DAY = 86_400_000;

/** The window of time that `from` and `to` name, half-open. */
export function readWindow({ from, to }: { readonly from?: string; readonly to?: string }): Window {
  const fromMs = instantOrThrow('from', from);
  const toMs = instantOrThrow('to', to);
  if (toMs <= fromMs) throw new AppError('bad_request', 'to must be after from');
  if (toMs - fromMs > LIMITS.maxWindowDays * MS_PER_DAY) {
    throw new AppError('bad_request', `from and to may be at most ${LIMITS.maxWindowDays} days apart`);
  }
  return { fromMs, toMs };
}

function instantOrThrow(name: string, text: string | undefined): number {
  if (text === undefined)
    throw new AppError('bad_request', `${name} is missing; give an RFC 3339 date-time with an offset`);
  const instantMs = parseInstant(text);
  if (instantMs !== undefined) return instantMs;
  // In a query a bare + is a space.
  const hint = text.includes(' ') ? '; in a query, write + as %2B' : '';
  const shown = JSON.stringify(text.slice(0, 40));
  throw new AppError('bad_request', `${name} ${shown} is not an RFC 3339 date-time with seconds and an offset${hint}`);
}
