import type { FastifyRequest } from 'fastify';
import { parseAccepted } from './parse-accepted.ts';

/** Whether RFC 9457 is asked for: by name, as a wildcard stands for what was sent before it was there. */
export function wantsProblemDetails({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  if (headers.accept === undefined) return false;
  const accepted = parseAccepted(headers.accept);
  const qualityOf = (type: string) => accepted.find(({ name }) => name === type)?.quality;
  const details = qualityOf('application/problem+json') ?? 0;
  return details > 0 && details >= (qualityOf('application/json') ?? 0);
}
