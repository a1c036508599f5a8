import { AppError, ERROR_STATUS, type ErrorCode, HEADERS, PATHS } from '@setpoint/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOfBatch, noteRefusedBatch } from './note-refused-batch.ts';
import { noteRefusal } from './note-refusal.ts';
import { TooMuch } from '../../limits/too-much.ts';
import { refusalOfFailure } from '../../store/refusal-of-failure.ts';
import { StoreFailure } from '../../store/store.ts';
import { problemsOf } from '../../wire/bad-request.ts';
import { traceIdOf } from '../read/trace-id-of.ts';
import { refusalBody, type Refused } from './refusal-body.ts';
import { RefusalWithHeaders } from './refusal-with-headers.ts';

const RETRY_AFTER_SECONDS = '1';
const RETRY_NEXT_MINUTE_SECONDS = '60';

interface Answer extends Refused {
  readonly headers?: Readonly<Record<string, string>>;
  /** Until the next minute, for a caller that comes too often, when left out. */
  readonly retryAfterSeconds?: string;
}

/** Turns whatever was thrown into an answer; the one place where that happens. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerOf(error, request);
  const isGone = answer.code === 'service_unavailable' && reply.raw.destroyed;
  const named = { requestId: request.id, traceId: traceIdOf(request) };
  if (isGone) request.log.info(named, 'the caller gave up');
  else if (isNotHealthy(error, request)) request.log.info({ reason: error.message, ...named }, 'not healthy');
  else if (ERROR_STATUS[answer.code] >= 500) request.log.error({ err: error, ...named }, answer.code);
  sendError(reply, answer);
}

// The answer to a question, and no failure: a probe asks again.
function isNotHealthy(error: Error, { routeOptions }: FastifyRequest): boolean {
  return error instanceof AppError && routeOptions.url === PATHS.health;
}

export function sendError(reply: FastifyReply, answer: Answer): void {
  const { code, headers, retryAfterSeconds = RETRY_NEXT_MINUTE_SECONDS } = answer;
  noteRefusal(reply.request, code);
  if (isOfBatch(reply.request)) noteRefusedBatch(reply.request, answer);
  if (headers !== undefined) reply.headers(headers);
  if (code === 'unauthorized') reply.header('WWW-Authenticate', 'Bearer');
  // What is left of the body is not worth reading.
  if (code === 'payload_too_large' || (code === 'too_many_requests' && hasBodyLeft(reply)))
    reply.header('Connection', 'close');
  if (code === 'too_many_requests') reply.header('Retry-After', retryAfterSeconds);
  if (code === 'service_unavailable') reply.header('Retry-After', RETRY_AFTER_SECONDS);
  const body = refusalBody(reply.request, answer);
  reply.code(ERROR_STATUS[code]).headers(body.headers).send(body.content);
}

function hasBodyLeft({ request: { raw, headers } }: FastifyReply): boolean {
  return !raw.complete && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
}

function answerOf(error: FastifyError | Error, request: FastifyRequest): Answer {
  if (error instanceof TooMuch) {
    return { code: error.code, message: error.message, retryAfterSeconds: String(error.retryAfterSeconds) };
  }
  if (error instanceof RefusalWithHeaders) return { code: error.code, message: error.message, headers: error.headers };
  const refusal = error instanceof AppError ? error : refusalOfFailure(error);
  if (refusal !== undefined) {
    const { code, message } = refusal;
    const headers = error instanceof StoreFailure ? outcomeOf(error, request) : {};
    return { code, message, headers, problems: problemsOf(refusal) };
  }
  const code = 'code' in error ? codeByFastify[error.code] : undefined;
  return code === undefined ? failedHere(error, request) : { code, message: error.message };
}

function failedHere(error: Error, request: FastifyRequest): Answer {
  const message = `something failed here; quote ${request.id} when you report it`;
  const outcome = error instanceof StoreFailure ? error.outcome : 'not-applied';
  return { code: 'internal_server_error', message, headers: outcomeOf({ outcome }, request) };
}

function outcomeOf({ outcome }: Pick<StoreFailure, 'outcome'>, { method }: FastifyRequest): Record<string, string> {
  if (method !== 'POST' && method !== 'PATCH') return {};
  const again = outcome === 'not-applied' ? { 'Retry-After': RETRY_AFTER_SECONDS } : {};
  return { [HEADERS.batchOutcome]: outcome, ...again };
}

const codeByFastify: Partial<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};
