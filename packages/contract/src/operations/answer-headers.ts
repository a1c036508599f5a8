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
    description: 'What became of a request that failed: certainly nothing, or nobody can say.',
    schema: { enum: ['not-applied', 'unknown'] },
    example: 'not-applied',
  },
  ETag: {
    description: 'Names this very body; send it back as `If-None-Match`.',
    schema: text,
    example: '"qlD0pNC4kQ0V3vFTnKOD0GfxXuU"',
  },
  'Idempotency-Replayed': {
    description: 'Present when the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { const: 'true' },
    example: 'true',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: count, example: 1 },
  'Schedule-Version': {
    description: 'Counts the batches of the site; send it back as `If-Schedule-Version`.',
    schema: count,
    example: 42,
  },
  'WWW-Authenticate': { description: 'What kind of credential is missing.', schema: text, example: 'Bearer' },
  'X-Request-Id': {
    description: 'Names the request in the logs: the value the caller sent under this name, or one made up.',
    schema: text,
    example: 'pUq3yZ0a-1f',
  },
} as const satisfies Record<string, HeaderRow>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;
