import type { FastifyRequest } from 'fastify';
import { parseAccepted } from './parse-accepted.ts';

/** What programs alone speak to: a wrong address there is told as it always was, whoever asks. */
const FOR_PROGRAMS = /^\/(?:api|oauth|session|assets|\.well-known)(?:[/?]|$)/i;

/** Whether a browser shows the answer to a person: it asks for HTML by name, where programs ask for anything. */
export function wantsPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.accept === undefined || !url.startsWith('/') || FOR_PROGRAMS.test(url)) return false;
  return parseAccepted(headers.accept).some(({ name, quality }) => name === 'text/html' && quality > 0);
}
