import { type Answer, refusalOf } from './operation.ts';

/** Answers to any request whatsoever, whichever operation it names. */
export const anywhere: readonly Answer[] = [
  refusalOf('bad_request', {
    name: 'NotOneRequest',
    description: 'The message can be understood in two ways, such as one with two `Host` headers.',
    message: 'a request has one Host header',
    headers: [],
    mayHave: ['X-Request-Id'],
  }),
  refusalOf('request_timeout', {
    name: 'TooSlow',
    description: 'The request did not arrive in time. The connection is closed.',
    message: 'the request did not arrive in time',
    headers: [],
  }),
  refusalOf('headers_too_large', {
    name: 'TooManyHeaders',
    description: 'More than 100 headers, or more than 16 KiB of them.',
    message: 'a request has at most 100 headers',
    headers: [],
    mayHave: ['X-Request-Id'],
  }),
  refusalOf('service_unavailable', {
    name: 'Unavailable',
    description: 'This process is stopping or has more to do than it can take. Nothing was done.',
    message: 'this process is stopping',
    headers: ['X-Request-Id', 'Retry-After'],
  }),
];

const unauthorized = refusalOf('unauthorized', {
  name: 'Unauthorized',
  description: 'There is no valid access token with the request, or its client was disabled.',
  message: 'a valid access token is required: Authorization: Bearer <token>',
  headers: ['X-Request-Id', 'WWW-Authenticate'],
});

/** Calls are limited only where an operator says so; failed authentication always is, generously. */
export const tooManyRequests = refusalOf('too_many_requests', {
  name: 'TooManyRequests',
  description:
    'Authentication failed too often from this address (a good token is not refused for that), or this client called more often than the operator allows.',
  message: 'authentication failed from this address too often in the last minute',
  headers: ['X-Request-Id', 'Retry-After'],
});

const missingScope = refusalOf('forbidden', {
  name: 'MissingScope',
  description: 'The token lacks the scope that this operation needs.',
  message: 'the token lacks the scope fleet:admin',
});

/** The token is good, and yet this site is out of its reach. */
export const noAccess = refusalOf('forbidden', {
  name: 'NoAccess',
  description: 'The client has no such access to this site, or its token lacks the scope.',
  message: 'this client has no such access to the site',
});

export const failed = refusalOf('internal_server_error', {
  name: 'Failed',
  description: 'Something failed inside, or the store could not be reached within 5 s.',
  message: 'something failed here; quote pUq3yZ0a-1f when you report it',
});

/** As `failed`, where the caller must learn whether anything was done. */
export const postFailed = refusalOf('internal_server_error', {
  name: 'PostFailed',
  description:
    'Something failed inside, or the store could not be reached within 5 s. `Batch-Outcome` says whether anything was done.',
  message: 'something failed here; quote pUq3yZ0a-1f when you report it',
  headers: ['X-Request-Id', 'Batch-Outcome'],
  mayHave: ['Retry-After'],
});

/** Of every operation that needs a token. */
export const withToken: readonly Answer[] = [...anywhere, unauthorized, missingScope, tooManyRequests, failed];

const tooLarge = refusalOf('payload_too_large', {
  name: 'TooLarge',
  description: 'The body is larger than 64 KiB. The connection is closed.',
  message: 'a body holds at most 65536 bytes',
});

export const notJson = refusalOf('unsupported_media_type', {
  name: 'NotJson',
  description: 'The body is not sent as `application/json` in UTF-8, or has a `Content-Encoding`.',
  message: 'send the body as application/json in UTF-8',
});

/** Of every operation that needs a token and takes a body. */
export const withTokenAndBody: readonly Answer[] = [...withToken, tooLarge, notJson];

/** The answers of a POST: a failure says what became of it. */
export function ofPost(answers: readonly Answer[]): readonly Answer[] {
  return answers.map((answer) => (answer === failed ? postFailed : answer));
}

export function badRequest(description: string, message: string): Answer {
  return refusalOf('bad_request', { description, message, headers: [], mayHave: ['X-Request-Id'] });
}

export const noSuchSite = refusalOf('not_found', {
  name: 'NoSuchSite',
  description: 'There is no such site. An id that is no UUID names none.',
  message: 'there is no such site',
});

export const noSuchClient = refusalOf('not_found', {
  name: 'NoSuchClient',
  description: 'There is no such client. An id that is no UUID names none.',
  message: 'there is no such client',
});

export const badWindow = badRequest(
  'A query parameter is missing, unknown, repeated or wrong, or the window is empty or too long.',
  'to must lie after from',
);

export const noSuchSites = refusalOf('not_found', {
  name: 'UnknownSite',
  description: 'One of the sites is not there for this client; the message names the first.',
  message: 'there is no such site: 6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
});
