import { AppError } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';

/** The query parameters of a request: each known to the route, each given once. */
export function readQuery<Name extends string>(
  { query }: Pick<FastifyRequest, 'query'>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [given, value] of Object.entries(query as Record<string, unknown>)) {
    const name = names.find((one) => one === given);
    if (name === undefined) throw new AppError('bad_request', unknownParameter(given, names));
    if (typeof value !== 'string') throw new AppError('bad_request', `the query gives ${name} more than once`);
    if (value.includes('\0')) throw new AppError('bad_request', `${name} contains U+0000, which cannot be stored`);
    found[name] = value;
  }
  return found;
}

function unknownParameter(given: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'accepts none' : `accepts ${names.join(', ')}`;
  return `unknown query parameter ${JSON.stringify(given.slice(0, 40))}; this path ${known}`;
}
