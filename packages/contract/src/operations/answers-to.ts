import { BadRequest, ERROR_STATUS, ErrorResponse } from '../error/schema.ts';
import { type Answer, bodyOf, type Operation } from './operation.ts';
import { refusalOf } from './refusals.ts';

/** Every answer to an operation, by status; its own replace shared ones of the same status. */
export function answersTo(operation: Operation): readonly Answer[] {
  const own = [operation.success, ...(operation.otherwise ?? [])];
  const isOwn = (status: number) => own.some((answer) => answer.status === status);
  const all = [...own, ...sharedBy(operation).filter(({ status }) => !isOwn(status))];
  return all
    .map((answer) => (isOfFleet(operation) ? withProblems(answer) : answer))
    .sort((one, other) => one.status - other.status);
}

/** Whether its refusals say more to programs than those of the public interface. */
export function isOfFleet({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/api/v1/fleet/');
}

function withProblems(answer: Answer): Answer {
  const { body, name } = answer;
  if (body?.schema !== ErrorResponse || answer.status !== ERROR_STATUS.bad_request) return answer;
  const { error, message } = body.example as ErrorResponse;
  const [, place = 'request', text = message] = PLACED.exec(message) ?? [];
  const rule = place === 'request' ? 'request' : 'value';
  const example = { error, message, problems: [{ rule, place, message: text }] };
  return { ...answer, body: bodyOf(BadRequest, example), ...(name === undefined ? {} : { name: `${name}Fleet` }) };
}

const PLACED = /^([\w.[\]]+): (.+)$/;

function sharedBy({ method, scope, credential, request }: Operation): readonly Answer[] {
  if (credential === 'client-secret') return [...anywhere, tooManyRequests, postFailed];
  if (credential === undefined && scope === undefined) return anywhere;
  return [
    ...anywhere,
    ...refusedBy(credential),
    tooManyRequests,
    method === 'post' || method === 'patch' ? postFailed : failed,
    ...(request === undefined ? [] : [tooLarge, notJson]),
  ];
}

function refusedBy(credential: Operation['credential']): readonly Answer[] {
  if (credential === 'controller-key') return [noLiveKey];
  return credential === 'any-token' ? [unauthorized] : [unauthorized, missingScope];
}

// Answers to any request, whatever operation it names.
const anywhere: readonly Answer[] = [
  refusalOf('bad_request', {
    name: 'NotOneRequest',
    description: 'The request can be read in two ways, for example because it has two `Host` headers.',
    message: 'a request must be HTTP/1.1 and have one Host header',
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
    description: 'The request has more than 100 headers, or more than 16 KiB of them.',
    message: 'a request may have at most 100 headers',
    headers: [],
    mayHave: ['X-Request-Id'],
  }),
  refusalOf('service_unavailable', {
    name: 'Unavailable',
    description:
      'The node is stopping or overloaded, or the store cannot be reached, or its disk is full. Nothing was done.',
    message: 'this process is stopping',
    headers: ['X-Request-Id', 'Retry-After'],
    mayHave: ['Batch-Outcome'],
  }),
];

const unauthorized = refusalOf('unauthorized', {
  name: 'Unauthorized',
  description: 'The request has no valid access token, or its client is disabled.',
  message: 'a valid access token is required: Authorization: Bearer <token>',
  headers: ['X-Request-Id', 'WWW-Authenticate'],
});

const missingScope = refusalOf('forbidden', {
  name: 'MissingScope',
  description: 'The token lacks the scope that this operation requires.',
  message: 'the token lacks the scope fleet:admin',
});

const noLiveKey = refusalOf('unauthorized', {
  name: 'NoLiveKey',
  description: 'The request has no valid controller key.',
  message: 'a valid controller key is required: Authorization: Bearer <key>',
  headers: ['X-Request-Id', 'WWW-Authenticate'],
});

const tooManyRequests = refusalOf('too_many_requests', {
  name: 'TooManyRequests',
  description:
    'Authentication failed too often from this address, or the caller has more under way, or wrote more today, than its share. A valid token is never refused because of failed authentication.',
  message: 'authentication failed from this address too often in the last minute',
  headers: ['X-Request-Id', 'Retry-After'],
});

export const failed = refusalOf('internal_server_error', {
  name: 'Failed',
  description: 'Something failed inside the service.',
  message: 'something failed here; quote pUq3yZ0a-1f when you report it',
});

// As `failed`, where the caller must learn whether anything was done.
const postFailed = refusalOf('internal_server_error', {
  name: 'PostFailed',
  description:
    'Something failed inside the service, or the store did not say whether it was done. `Batch-Outcome` says whether anything was done.',
  message: 'something failed here; quote pUq3yZ0a-1f when you report it',
  headers: ['X-Request-Id', 'Batch-Outcome'],
  mayHave: ['Retry-After'],
});

const tooLarge = refusalOf('payload_too_large', {
  name: 'TooLarge',
  description: 'The body is larger than 64 KiB. The connection is closed.',
  message: 'a body may have at most 65536 bytes',
});

const notJson = refusalOf('unsupported_media_type', {
  name: 'NotJson',
  description:
    'The `Content-Type` is not `application/json` in UTF-8, or it has a `Content-Encoding` that is not accepted here.',
  message: 'send the body as application/json in UTF-8',
});
