import type { FastifyRequest } from 'fastify';
import { parseAccepted } from './parse-accepted.ts';

/** Whether a table is asked for. RFC 9110 §12.5.1: it is sent to who names it, and no other type before it. */
export function wantsCsv({ headers, isOfCsv }: Pick<FastifyRequest, 'headers' | 'isOfCsv'>): boolean {
  if (isOfCsv) return true;
  const accepted = parseAccepted(headers.accept);
  const qualityOf = (type: string) => accepted.find(({ name }) => name === type)?.quality;
  const csv = qualityOf('text/csv') ?? 0;
  return csv > 0 && csv >= (qualityOf('application/json') ?? 0);
}
