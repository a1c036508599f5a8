import { ERROR_STATUS, type ErrorCode, ErrorResponse, ServerError } from '../error/schema.ts';
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
  const schema = status >= 500 ? ServerError : ErrorResponse;
  return { status, body: bodyOf(schema, { error: code, message }), ...rest };
}

export function badRequest(description: string, message: string): Answer {
  return refusalOf('bad_request', { description, message, headers: [], mayHave: ['X-Request-Id'] });
}

export function badQuery(message: string): Answer {
  return badRequest('A query parameter is unknown, repeated or wrong.', message);
}

export function badBody(message: string): Answer {
  return badRequest('The body is wrong, and the message says where.', message);
}

/** Refusals that several operations share. */
export const REFUSALS = {
  noQuery: badRequest('The path takes no query parameters.', 'unknown query parameter "page"; this path takes none'),
  badWindow: badRequest(
    'A query parameter is missing, unknown, repeated or wrong, or the window is empty or too long.',
    'to must lie after from',
  ),
  badSites: badRequest(
    'The body has another shape, a site twice or an instant that is none, or the window is empty or too long.',
    'to must lie after from',
  ),
  /** The token is good, and yet this site is out of its reach. */
  noAccess: refusalOf('forbidden', {
    name: 'NoAccess',
    description: 'The client has no such access to this site, or its token lacks the scope.',
    message: 'this client has no such access to the site',
  }),
  noSuchSite: refusalOf('not_found', {
    name: 'NoSuchSite',
    description: 'There is no such site. An id that is no UUID names none.',
    message: 'there is no such site',
  }),
  noSuchSites: refusalOf('not_found', {
    name: 'UnknownSite',
    description: 'One of the sites is not there for this client; the message names the first.',
    message: 'there is no such site: 6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
  }),
  over32MiB: refusalOf('payload_too_large', {
    description: 'The body is larger than 32 MiB. The connection is closed.',
    message: 'a body holds at most 33554432 bytes',
  }),
} as const;
