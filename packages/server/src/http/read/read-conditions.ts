import type { IncomingHttpHeaders } from 'node:http';
import { HEADERS } from '@setpoint/contract';
import { badHeader } from '../../wire/bad-request.ts';

/** The optional headers that a caller may put on a batch. */
export interface Conditions {
  readonly ifVersion?: number;
  readonly idempotencyKey?: string;
}

const VERSION = /^(?:0|[1-9]\d{0,14})$/;
const KEY = /^[\x21-\x7e]{1,255}$/;

export function readConditions(headers: IncomingHttpHeaders): Conditions {
  const version = headers[HEADERS.ifScheduleVersion.toLowerCase()];
  const key = headers[HEADERS.idempotencyKey.toLowerCase()];
  if (version !== undefined && !(typeof version === 'string' && VERSION.test(version))) {
    throw badHeader(
      HEADERS.ifScheduleVersion,
      `${HEADERS.ifScheduleVersion} must be a whole number, as ${HEADERS.scheduleVersion} returned it`,
    );
  }
  if (key !== undefined && !(typeof key === 'string' && KEY.test(key))) {
    throw badHeader(HEADERS.idempotencyKey, `${HEADERS.idempotencyKey} must be 1 to 255 visible ASCII characters`);
  }
  return {
    ...(version === undefined ? {} : { ifVersion: Number(version) }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
}
