import type { FastifyRequest } from 'fastify';
import { collectBody } from './read-body.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const MAX_FORM_BYTES = 8 * 1024;

/** The body of a form as it was sent; undefined when the request says that it is something else. */
export async function readForm({ raw, headers }: FastifyRequest): Promise<string | undefined> {
  if (!FORM_TYPE.test(headers['content-type'] ?? '')) return undefined;
  return (await collectBody(raw, MAX_FORM_BYTES)).toString('utf8');
}
