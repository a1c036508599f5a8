import { LIMITS } from '@setpoint/contract';
import type { Window } from '@setpoint/core';
import { badQuery, badValue } from '../../wire/bad-request.ts';
import { readInstant } from './read-instant.ts';

const MS_PER_DAY = 86_400_000;

interface Bounds {
  /** Read already, or as a body or a query has it. */
  readonly from?: number | string;
  readonly to?: number | string;
}

/** The window of time that `from` and `to` name, half-open. */
export function readWindow({ from, to }: Bounds): Window {
  const fromMs = instantOrThrow('from', from);
  const toMs = instantOrThrow('to', to);
  if (toMs <= fromMs) throw badValue('empty_interval', 'to', 'to must be after from');
  if (toMs - fromMs > LIMITS.maxWindowDays * MS_PER_DAY) {
    throw badValue('value', 'to', `from and to may be at most ${LIMITS.maxWindowDays} days apart`);
  }
  return { fromMs, toMs };
}

function instantOrThrow(name: string, given: number | string | undefined): number {
  if (given === undefined) throw badQuery(name, `${name} is missing; give an RFC 3339 date-time with an offset`);
  return typeof given === 'number' ? given : readInstant(name, given);
}
