import { STATUS_CODES } from 'node:http';
import { type BadRequest, ERROR_STATUS, type ErrorCode, type ErrorResponse, LIMITS } from '@setpoint/contract';
import type { Problem } from '@setpoint/core';
import type { FastifyRequest } from 'fastify';
import { problemsOf } from '../../wire/bad-request.ts';
import { writtenProblem } from '../../wire/written-problem.ts';
import { parseAccepted } from '../read/parse-accepted.ts';

export interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  /** Of a request that is wrong; that of the message when left out. */
  readonly problems?: readonly Problem[];
}

export interface RefusalBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Buffer;
}

const FLEET = /^(?:https?:\/\/[^/]*)?\/api\/v1\/fleet\//i;

/** What a refusal says: on the fleet interface with its problems, and in the form that is asked for. */
export function refusalBody(request: Pick<FastifyRequest, 'url' | 'headers' | 'id'>, refused: Refused): RefusalBody {
  const { code, message } = refused;
  const said: ErrorResponse = { error: code, message };
  // The public interface says what it always said.
  if (!FLEET.test(request.url)) return { headers: JSON_HEADERS, content: JSON.stringify(said) };
  const problems = writtenProblems(refused);
  if (!wantsProblemDetails(request)) {
    return { headers: { ...JSON_HEADERS, Vary: 'Accept' }, content: JSON.stringify({ ...said, ...problems }) };
  }
  const status = ERROR_STATUS[code];
  // RFC 9457 §4.2.1: a status says all that a type would, for each has one code.
  const about = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message };
  const text = JSON.stringify({ ...about, instance: encodeURIComponent(request.id), code, ...problems });
  // Of a string, Fastify would name the charset, which this type does not have.
  return { headers: { 'Content-Type': 'application/problem+json', Vary: 'Accept' }, content: Buffer.from(text) };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

function writtenProblems({ code, message, problems }: Refused): Pick<BadRequest, 'problems'> {
  if (code !== 'bad_request') return {};
  const all = problems ?? problemsOf(new Error(message));
  return { problems: all.slice(0, LIMITS.maxProblems).map(writtenProblem) };
}

/** Whether RFC 9457 is asked for: by name, as a wildcard stands for what was sent before it was there. */
function wantsProblemDetails({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.accept === undefined) return false;
  const accepted = parseAccepted(headers.accept);
  const qualityOf = (type: string) => accepted.find(({ name }) => name === type)?.quality;
  const details = qualityOf('application/problem+json') ?? 0;
  return details > 0 && details >= (qualityOf('application/json') ?? 0);
}
