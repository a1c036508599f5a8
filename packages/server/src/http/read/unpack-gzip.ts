import { createGunzip } from 'node:zlib';
import { AppError } from '@setpoint/contract';
import { badJson, type BadRequest } from '../../wire/bad-request.ts';
import type { BodyLimits } from './body-limits.ts';

// Small enough that little is unpacked in vain, large enough that many parts do not cost more than they hold.
const PART_BYTES = 256 * 1_024;

/** Unpacks a body part by part, so that one that unpacks to more than is allowed is never held as a whole. */
export async function unpackGzip(packed: Buffer, { maxBytes, count }: BodyLimits): Promise<Buffer> {
  const gunzip = createGunzip({ chunkSize: PART_BYTES });
  const parts: Buffer[] = [];
  let bytes = 0;
  gunzip.end(packed);
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new AppError('payload_too_large', `a body may unpack to at most ${maxBytes} bytes`);
      count?.(part.length);
      parts.push(part);
    }
  } catch (cause) {
    throw isOfZlib(cause) ? notGzip(cause.message, cause) : cause;
  }
  // What follows the last member is passed over by zlib: two readers would disagree about such a body.
  if (gunzip.bytesWritten !== packed.length) throw notGzip('bytes follow its end');
  return Buffer.concat(parts);
}

function isOfZlib(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');
}

function notGzip(why: string, cause?: unknown): BadRequest {
  return badJson(`the body is not gzip, as its Content-Encoding says: ${why}`, cause);
}
