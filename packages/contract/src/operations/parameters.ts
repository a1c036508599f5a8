import { LIMITS } from '../limits.ts';
import { EXAMPLES } from './examples.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The id in a path. */
export function pathId<const Name extends string>(name: Name, example: string, description: string) {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', format: 'uuid' },
    example,
  } as const;
}

/** A query parameter that can be left out. */
export function optionalQuery<const Name extends string>(name: Name, description: string, schema: Schema) {
  return { name, in: 'query', required: false, description, schema } as const;
}

/** A query parameter that must be there. */
export function requiredQuery<const Name extends string>(name: Name, description: string, rest: Required) {
  return { name, in: 'query', required: true, description, ...rest } as const;
}

interface Required {
  readonly schema: Schema;
  readonly example: string;
}

/** A header that can be left out. */
export function optionalHeader<const Name extends string>(name: Name, description: string, schema: Schema) {
  return { name, in: 'header', required: false, description, schema } as const;
}

const ANY_UUID = 'Any UUID version; letter case does not matter.';
const instant = { type: 'string', format: 'date-time' };
const FROM = 'The first instant asked about. A `+` in an offset is written `%2B` here.';
const TO = `The first instant no longer asked about; at most ${LIMITS.maxWindowDays} days later.`;
const resolution = { type: 'integer', minimum: 1, maximum: LIMITS.maxResolutionMinutes };

/** Parameters that several operations share. */
export const PARAMETERS = {
  siteId: pathId('siteId', EXAMPLES.siteId, ANY_UUID),
  clientId: pathId('clientId', EXAMPLES.clientId, ANY_UUID),
  page: [
    optionalQuery('limit', 'How many to answer with at most.', {
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.maxPageSize,
      default: LIMITS.defaultPageSize,
    }),
    optionalQuery('cursor', 'Where to go on: the `nextCursor` of the page before.', { type: 'string' }),
  ],
  window: [
    requiredQuery('from', FROM, { schema: instant, example: '2026-10-25T00:00:00Z' }),
    requiredQuery('to', TO, { schema: instant, example: '2026-10-26T00:00:00Z' }),
  ],
  /** For a question that has a window of its own. */
  optionalWindow: [optionalQuery('from', FROM, instant), optionalQuery('to', TO, instant)],
  resolution: optionalQuery(
    'resolution',
    `The length of an interval, minutes; ${LIMITS.maxIntervals} intervals at most.`,
    { ...resolution, default: LIMITS.defaultResolutionMinutes },
  ),
  ifNoneMatch: optionalHeader(
    'If-None-Match',
    'The `ETag` of a body already at hand: while that is current, the answer is 304 without a body.',
    { type: 'string' },
  ),
  ifScheduleVersion: optionalHeader(
    'If-Schedule-Version',
    'Apply only while the schedule of the site is at this version; otherwise 412.',
    { type: 'integer', minimum: 0 },
  ),
  idempotencyKey: optionalHeader(
    'Idempotency-Key',
    'Makes repeating safe for 48 hours: the same key with the same site and body has one effect and one answer; with another site or body it is refused with 422.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
  ),
} as const;
