import type { ErrorCode } from './schema.ts';

interface Meaning {
  /** Completes "it is answered when". */
  readonly when: string;
  /** Whether to send the request again. */
  readonly again: string;
}

/** What each error code means, for people who look it up. */
export const ERROR_MEANING = {
  bad_request: {
    when: 'the request breaks a rule; `message` names every problem with its place',
    again: 'no: change it first',
  },
  unauthorized: { when: 'no token, or one that is expired, revoked or not ours', again: 'with a new token' },
  forbidden: {
    when: 'the token lacks the scope, or the grant only lets you read',
    again: 'no: ask the operator for the right',
  },
  not_found: { when: 'there is nothing at this path, or nothing that you may see', again: 'no' },
  method_not_allowed: { when: 'the path does not take this method; `Allow` names those it takes', again: 'no' },
  request_timeout: { when: 'the request did not arrive in time', again: 'yes' },
  conflict: {
    when: 'it does not fit what is there, such as a name that is taken or a sequence that is not above the last one',
    again: 'read first, then decide',
  },
  precondition_failed: {
    when: 'the schedule has another version than `If-Schedule-Version` names',
    again: 'read the new version, then set again',
  },
  payload_too_large: { when: 'the body is larger than the service takes', again: 'no: send it in parts' },
  unsupported_media_type: { when: 'the body is not of a type that this call takes', again: 'no' },
  idempotency_conflict: {
    when: 'the `Idempotency-Key` was used for another request',
    again: 'no: take a new key',
  },
  too_many_requests: { when: 'your share is used up', again: 'after `Retry-After` seconds' },
  headers_too_large: { when: 'the headers are larger than the service takes', again: 'no' },
  internal_server_error: {
    when: 'a fault of ours; tell us the `X-Request-Id`',
    again: 'yes, with the same `Idempotency-Key`',
  },
  service_unavailable: {
    when: 'overloaded, starting, stopping, or the store cannot be reached',
    again: 'after `Retry-After` seconds, with the same `Idempotency-Key`',
  },
} as const satisfies Record<ErrorCode, Meaning>;
