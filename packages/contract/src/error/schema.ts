import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { named, text, titled } from '../schema/fields.ts';
import { ScheduleProblem } from './schedule-problem.ts';

/** Every value of `error`, with its status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_server_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ErrorCodeName = named(
  'ErrorCode',
  Object.keys(ERROR_STATUS) as ErrorCode[],
  'The code of an error, for programs.',
);

export const ErrorResponse = titled('ErrorResponse', {
  error: text('A code for programs.'),
  message: text('The same for people.'),
});
export type ErrorResponse = Static<typeof ErrorResponse>;

export const BadRequest = titled('BadRequest', {
  error: text('A code for programs.'),
  message: text('The same for people: the first problems in a sentence each.'),
  problems: Type.Optional(
    Type.Array(ScheduleProblem, {
      minItems: 1,
      maxItems: LIMITS.maxProblems,
      description: 'Each problem, and its place. Left out only if the bytes were no HTTP request.',
    }),
  ),
});
export type BadRequest = Static<typeof BadRequest>;

export const ServiceFailure = titled('ServiceFailure', {
  error: text('A code for programs.'),
  message: Type.Optional(text('The same for people.')),
});
export type ServiceFailure = Static<typeof ServiceFailure>;
