import type { FastifyRequest } from 'fastify';
import { jsonOrThrow } from '../../wire/parse-json.ts';
import { readBody } from './read-body.ts';

const MAX_BYTES = 64 * 1_024;

/** Reads a small body and checks it; for everything but schedules, which have limits of their own. */
export async function readJson<Value>(request: FastifyRequest, check: (body: unknown) => Value): Promise<Value> {
  return check(jsonOrThrow(await readBody(request, MAX_BYTES)));
}
