import type { FastifyRequest } from 'fastify';

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const LENGTH = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'.length;
const NO_VERSION = 'ff';
const FIRST_VERSION = '00';

/** The trace that a request is part of, by its `traceparent`; one that is not valid, or given twice, is passed over. */
export function traceIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const given = headers['traceparent'];
  if (typeof given !== 'string' || !TRACEPARENT.test(given.slice(0, LENGTH))) return undefined;
  const [version, traceId = '', parentId = ''] = given.split('-');
  if (version === NO_VERSION || isZero(traceId) || isZero(parentId)) return undefined;
  return isWhole(version, given.slice(LENGTH)) ? traceId : undefined;
}

// W3C Trace Context §3.2.4: later versions may carry more, behind a dash.
function isWhole(version: string | undefined, more: string): boolean {
  return more === '' || (version !== FIRST_VERSION && more.startsWith('-'));
}

function isZero(id: string): boolean {
  return /^0+$/.test(id);
}
