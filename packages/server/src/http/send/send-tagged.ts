import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAccepted } from '../read/parse-accepted.ts';

const compress = promisify(gzip);
const WORTH_COMPRESSING_BYTES = 1_400;
/** The level at which a schedule shrinks to a tenth in about 100 µs. */
export const GZIP = { level: constants.Z_BEST_SPEED };

/** A body compressed, if that is worth it and the caller asked for it. */
export function compressed(request: FastifyRequest, bytes: Buffer): Promise<Buffer> | undefined {
  return bytes.length >= WORTH_COMPRESSING_BYTES && wantsGzip(request) ? compress(bytes, GZIP) : undefined;
}

/** Whether the caller asked for gzip; `q=0` means it did not. */
export function wantsGzip(request: FastifyRequest): boolean {
  return qualityOf(request, 'gzip') > 0;
}

/** How well a coding suits the caller, from 0 to 1. */
export function qualityOf({ headers }: FastifyRequest, wanted: string): number {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || !accepted.includes(wanted)) return 0;
  const qualities = parseAccepted(accepted).flatMap(({ name, quality }) => (name === wanted ? [quality || 0] : []));
  return Math.max(0, ...qualities);
}

export interface TaggedBody {
  readonly bytes: Buffer;
  readonly tag: string;
  /** JSON when left out. */
  readonly contentType?: string;
}

/** Sends a body, or 304 to a caller that has it; compressed, it is another representation with its own tag. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, contentType = 'application/json' }: TaggedBody,
): Buffer | Promise<Buffer> | FastifyReply {
  const isCompressed = bytes.length >= WORTH_COMPRESSING_BYTES && wantsGzip(request);
  const etag = isCompressed ? `"${tag}-gzip"` : `"${tag}"`;
  reply.header('ETag', etag).header('Vary', 'Accept-Encoding');
  if (isKnownTag(request.headers['if-none-match'], etag)) {
    // RFC 9110 §8.6: sent with a text, even an empty one, a 304 would tell caches its length.
    return reply.code(304).send();
  }
  reply.header('Content-Type', contentType);
  if (!isCompressed) return bytes;
  reply.header('Content-Encoding', 'gzip');
  return compress(bytes, GZIP);
}

// RFC 9110 §13.1.2: the comparison is weak, and `*` matches anything that exists.
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => {
    const text = candidate.trim();
    return text === '*' || text.replace(/^W\//, '') === etag;
  });
}
