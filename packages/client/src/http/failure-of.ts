import { HEADERS, type ScheduleProblem } from '@setpoint/contract';
import { type BatchOutcome, SetpointError } from '../setpoint-error.ts';
import { parseBody } from './parse-body.ts';

// The token endpoint has `error_description` instead of `message`.
interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly error_description?: unknown;
  readonly problems?: unknown;
}

/** The error that an answer other than a 2xx means; `text` is its body. */
export function failureOf({ status, headers }: Response, text: string): SetpointError {
  const { error, message, error_description: description, problems } = errorBodyOf(text);
  const sentence = message ?? description;
  return new SetpointError({
    status,
    code: typeof error === 'string' ? error : 'unexpected_answer',
    message: typeof sentence === 'string' ? sentence : `unexpected answer with status ${status}`,
    requestId: headers.get(HEADERS.requestId) ?? undefined,
    batchOutcome: outcomeOf(headers.get(HEADERS.batchOutcome)),
    retryAfterSeconds: secondsOf(headers.get('Retry-After')),
    problems: Array.isArray(problems) ? (problems as ScheduleProblem[]) : undefined,
  });
}

// Of what is no object, nothing is known.
function errorBodyOf(text: string): ErrorBody {
  return Object(parseBody(text)) as ErrorBody;
}

function outcomeOf(text: string | null): BatchOutcome | undefined {
  return text === 'not-applied' || text === 'unknown' ? text : undefined;
}

function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The error that a missing answer means; `signal` is that of its call. */
export function noAnswer(url: string, cause: unknown, signal?: AbortSignal): SetpointError {
  const { name, cause: inner } = Object(cause) as Partial<Error>;
  if (name === 'TimeoutError') return unanswered('timeout', `${url} did not answer in time`, cause);
  if (signal?.aborted) return unanswered('aborted', 'the call was ended before it was answered', cause);
  // Node says why in the cause of what `fetch` throws, such as ECONNREFUSED.
  return unanswered('unreachable', `nothing answers at ${url}`, inner ?? cause);
}

function unanswered(code: string, message: string, cause: unknown): SetpointError {
  return new SetpointError({ status: 0, code, message }, { cause });
}
