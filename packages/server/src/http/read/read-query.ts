import type { FastifyRequest } from 'fastify';
import { badQuery } from '../../wire/bad-request.ts';

/** The query parameters of a request: each known to the route, each given once. */
export function readQuery<Name extends string>(
  { query }: Pick<FastifyRequest, 'query'>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [given, value] of Object.entries(query as Record<string, unknown>)) {
    const name = names.find((one) => one === given);
    if (name === undefined) throw badQuery(given.slice(0, 40), unknownParameter(given, names));
    if (typeof value !== 'string') throw badQuery(name, `the query gives ${name} more than once`);
    if (value.includes('\0')) throw badQuery(name, `${name} contains U+0000, which cannot be stored`);
    found[name] = value;
  }
  return found;
}

function unknownParameter(given: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'accepts none' : `accepts ${names.join(', ')}`;
  return `unknown query parameter ${JSON.stringify(given.slice(0, 40))}; this path ${known}`;
}
