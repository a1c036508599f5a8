import { ERROR_STATUS, type ErrorCode, ErrorResponse, ServiceFailure } from '../error/schema.ts';
import type { AnswerHeader } from './answer-headers.ts';
import { type Answer, bodyOf } from './operation.ts';

export interface Refusal {
  readonly message: string;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
  readonly mayHave?: readonly AnswerHeader[];
  readonly name?: string;
}

/** An answer with an error in its body. */
export function refusalOf(code: ErrorCode, { message, ...rest }: Refusal): Answer {
  const status = ERROR_STATUS[code];
  const schema = status >= 500 ? ServiceFailure : ErrorResponse;
  return { status, body: bodyOf(schema, { error: code, message }), ...rest };
}

export function badRequest(description: string, message: string): Answer {
  return refusalOf('bad_request', { description, message, headers: [], mayHave: ['X-Request-Id'] });
}

export function badQuery(message: string): Answer {
  return badRequest('A query parameter is unknown, repeated or wrong.', message);
}

export function badBody(message: string): Answer {
  return badRequest('The body is wrong. The message says where.', message);
}

const refusing =
  (code: ErrorCode) =>
  (description: string, message: string, name?: string): Answer =>
    refusalOf(code, { description, message, ...(name === undefined ? {} : { name }) });

export const notFound = refusing('not_found');
export const conflict = refusing('conflict');
export const forbidden = refusing('forbidden');
export const preconditionFailed = refusing('precondition_failed');
export const tooLarge = refusing('payload_too_large');

/** Refusals that several operations share. */
export const REFUSALS = {
  noQuery: badRequest(
    'The path accepts no query parameters.',
    'unknown query parameter "page"; this path accepts none',
  ),
  badWindow: badRequest(
    'A query parameter is missing, unknown, repeated or wrong, or the window is empty or too long.',
    'to must be after from',
  ),
  badSites: badRequest(
    'The body has the wrong shape, names a site twice or has an invalid instant, or the window is empty or too long.',
    'to must be after from',
  ),
  /** The token is valid, but does not reach this site. */
  noAccess: forbidden(
    'The client may not do this on this site, or the token lacks the scope.',
    'this client has no grant that allows this',
    'NoAccess',
  ),
  noSuchSite: notFound(
    'There is no such site. An id that is not a UUID names none.',
    'there is no such site',
    'NoSuchSite',
  ),
  noSuchPool: notFound('There is no such pool, or the client cannot see it.', 'there is no such pool', 'NoSuchPool'),
  noSuchSites: notFound(
    'The client cannot see one of the sites, of which the message names the first; or it cannot see the pool.',
    'there is no such site: 6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
    'UnknownSite',
  ),
  over32MiB: tooLarge(
    'The body is larger than 32 MiB. The connection is closed.',
    'a body may have at most 33554432 bytes',
  ),
} as const;
