interface HeaderRow {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number;
}

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

/** Every header of an answer that means something to a caller. */
export const ANSWER_HEADERS = {
  'Batch-Outcome': {
    description:
      'The outcome of a request that failed. `not-applied`: certainly nothing; send it again. `unknown`: it may have been applied; read the site first.',
    schema: { type: 'string', enum: ['not-applied', 'unknown'] },
    example: 'not-applied',
  },
  ETag: {
    description: 'Identifies this body. Send it back as `If-None-Match`.',
    schema: text,
    example: '"qlD0pNC4kQ0V3vFTnKOD0GfxXuU"',
  },
  'Idempotency-Replayed': {
    description: 'Present when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: count, example: 1 },
  'Schedule-Version': {
    description: "The version of the site's schedule. Send it back as `If-Schedule-Version`.",
    schema: count,
    example: 42,
  },
  'WWW-Authenticate': { description: 'The kind of credential that is missing.', schema: text, example: 'Bearer' },
  'X-Request-Id': {
    description: 'Identifies the request in the logs: the value that the caller sent in this header, or a new one.',
    schema: text,
    example: 'pUq3yZ0a-1f',
  },
} as const satisfies Record<string, HeaderRow>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;
