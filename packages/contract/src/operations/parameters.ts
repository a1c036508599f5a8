import { LIMITS } from '../limits.ts';
import { EXAMPLES } from './examples.ts';
import type { Parameter } from './operation.ts';

type Schema = Parameter['schema'];

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
export function optionalQuery<const Name extends string, const Of extends Schema>(
  name: Name,
  description: string,
  schema: Of,
) {
  return { name, in: 'query', required: false, description, schema } as const;
}

/** A query parameter that must be there. */
export function requiredQuery<const Name extends string, const Of extends Schema>(
  name: Name,
  description: string,
  rest: Required<Of>,
) {
  return { name, in: 'query', required: true, description, ...rest } as const;
}

interface Required<Of extends Schema> {
  readonly schema: Of;
  readonly example: string | number;
  readonly hint?: string;
}

/** A header that can be left out. */
export function optionalHeader<const Name extends string>(name: Name, description: string, schema: Schema) {
  return { name, in: 'header', required: false, description, schema } as const;
}

const ANY_UUID = 'A UUID of any version, in upper or lower case.';
/** An instant in a query. */
export const INSTANT = { type: 'string', format: 'date-time' } as const;
const HINT = 'give an RFC 3339 date-time with an offset';
const FROM = 'The start of the window: RFC 3339 with an offset. Write a `+` as `%2B`.';
const TO = `The end of the window, not included; at most ${LIMITS.maxWindowDays} days after \`from\`.`;
const resolution = { type: 'integer', minimum: 1, maximum: LIMITS.maxResolutionMinutes } as const;

/** Parameters that several operations share. */
export const PARAMETERS = {
  siteId: pathId('siteId', EXAMPLES.siteId, ANY_UUID),
  clientId: pathId('clientId', EXAMPLES.clientId, ANY_UUID),
  page: [
    optionalQuery('limit', 'The most items in one page.', {
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.maxPageSize,
      default: LIMITS.defaultPageSize,
    }),
    optionalQuery('cursor', 'The `nextCursor` of the previous page; leave it out for the first.', {
      type: 'string',
      minLength: 1,
    }),
  ],
  window: [
    requiredQuery('from', FROM, { schema: INSTANT, example: '2026-10-25T00:00:00Z', hint: HINT }),
    requiredQuery('to', TO, { schema: INSTANT, example: '2026-10-26T00:00:00Z', hint: HINT }),
  ],
  /** For an operation that has a window of its own. */
  optionalWindow: [optionalQuery('from', FROM, INSTANT), optionalQuery('to', TO, INSTANT)],
  resolution: optionalQuery(
    'resolution',
    `The length of an interval in minutes. The window may have at most ${LIMITS.maxIntervals} intervals.`,
    { ...resolution, default: LIMITS.defaultResolutionMinutes },
  ),
  endsAt: optionalQuery(
    'endsAt',
    'When it ends: RFC 3339 with an offset, in the future. Write a `+` as `%2B`. It never ends if left out.',
    INSTANT,
  ),
  ifNoneMatch: optionalHeader(
    'If-None-Match',
    'The `ETag` of a body that you have. If it is still current, the answer is 304 without a body.',
    { type: 'string' },
  ),
  ifScheduleVersion: optionalHeader(
    'If-Schedule-Version',
    'Apply only if the schedule of the site is at this version; otherwise 412.',
    { type: 'integer', minimum: 0, maximum: LIMITS.maxVersion },
  ),
  idempotencyKey: optionalHeader(
    'Idempotency-Key',
    'Makes it safe to repeat a request for 48 hours. The same key with the same site and body takes effect once and gives the first answer again. With another site or body it is refused with 422.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
  ),
} as const;
