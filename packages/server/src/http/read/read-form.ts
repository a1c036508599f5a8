import type { FastifyRequest } from 'fastify';
import { collectCounted } from './read-body.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MAX_FORM_BYTES = 8 * 1024;

/** The body of a form as it was sent; undefined when the request says that it is something else. */
export async function readForm(request: FastifyRequest): Promise<string | undefined> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) return undefined;
  return (await collectCounted(request, MAX_FORM_BYTES)).toString('utf8');
}
