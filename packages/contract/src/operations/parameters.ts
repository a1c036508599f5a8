import { LIMITS } from '../limits.ts';
import { CLIENT_ID, SITE_ID } from './examples.ts';
import type { Parameter } from './operation.ts';

export const siteIdParameter: Parameter = {
  name: 'siteId',
  in: 'path',
  required: true,
  description: 'Any UUID version; letter case does not matter.',
  schema: { type: 'string', format: 'uuid' },
  example: SITE_ID,
};

export const clientIdParameter: Parameter = { ...siteIdParameter, name: 'clientId', example: CLIENT_ID };

export const pageParameters: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'How many to answer with at most.',
    schema: { type: 'integer', minimum: 1, maximum: LIMITS.maxPageSize, default: LIMITS.defaultPageSize },
  },
  {
    name: 'cursor',
    in: 'query',
    required: false,
    description: 'Where to go on: the `nextCursor` of the page before.',
    schema: { type: 'string' },
  },
];

export const windowParameters: readonly Parameter[] = [
  {
    name: 'from',
    in: 'query',
    required: true,
    description: 'The first instant asked about. A `+` in an offset is written `%2B` here.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-10-25T00:00:00Z',
  },
  {
    name: 'to',
    in: 'query',
    required: true,
    description: `The first instant no longer asked about; at most ${LIMITS.maxWindowDays} days later.`,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-10-26T00:00:00Z',
  },
];

export const resolutionParameter: Parameter = {
  name: 'resolution',
  in: 'query',
  required: false,
  description: `The length of an interval, minutes; ${LIMITS.maxIntervals} intervals at most.`,
  schema: {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.maxResolutionMinutes,
    default: LIMITS.defaultResolutionMinutes,
  },
};

/** As `windowParameters`, of a question that has a window of its own. */
export const optionalWindowParameters: readonly Parameter[] = windowParameters.map(({ example: _example, ...one }) => ({
  ...one,
  required: false,
}));

export const ifNoneMatchParameter: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of a body already at hand: while that is current, the answer is 304 without a body.',
  schema: { type: 'string' },
};

export const conditionParameters: readonly Parameter[] = [
  {
    name: 'If-Schedule-Version',
    in: 'header',
    required: false,
    description: 'Apply only while the schedule of the site is at this version; otherwise 412.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes repeating safe for 48 hours: the same key with the same site and body has one effect and one answer; with another site or body it is refused with 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x21-\x7e]+$` },
  },
];
