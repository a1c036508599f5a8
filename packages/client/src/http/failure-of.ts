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

/** The error that a missing answer means. */
export function noAnswer(url: string, cause: unknown): SetpointError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  const message = isTimeout ? `${url} did not answer in time` : `nothing answers at ${url}`;
  const code = isTimeout ? 'timeout' : 'unreachable';
  return new SetpointError({ status: 0, code, message }, { cause });
}
