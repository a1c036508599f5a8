import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { AppError } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { badJson, type BadRequest } from '../../wire/bad-request.ts';

/** What is larger is read in a turn of its own. A day of quarter hours on every pair is smaller. */
export const LARGE_BODY_BYTES = 128 * 1_024;

const CSV_TYPE = /^text\/csv\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Whether the body is a table: it says so, or the path takes nothing else. */
export function isCsv({ headers, isOfCsv }: Pick<FastifyRequest, 'headers' | 'isOfCsv'>): boolean {
  return isOfCsv || CSV_TYPE.test(headers['content-type'] ?? '');
}

/** Reads the bytes of a JSON body, bounded, after its headers were checked. */
export async function readBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  checkHead(request, maxBytes);
  return readPlain(request, maxBytes);
}

/** The same for one that may be CSV too: see `isCsv`. */
export async function readJsonOrCsv(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  checkLength(request, maxBytes);
  const type = request.headers['content-type'] ?? '';
  if (request.isOfCsv && !CSV_TYPE.test(type)) throw notIn('text/csv');
  if (!isCsv(request) && !JSON_TYPE.test(type)) throw notIn('application/json or text/csv');
  return readPlain(request, maxBytes);
}

async function readPlain(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (request.headers['content-encoding'] !== undefined) {
    throw new AppError('unsupported_media_type', 'send the body without a Content-Encoding');
  }
  return collectCounted(request, maxBytes);
}

/** The same for one that may be packed: unpacked, it has the same bound. */
export async function readPackedBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  checkHead(request, maxBytes);
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined) return collectCounted(request, maxBytes);
  if (encoding.toLowerCase() !== 'gzip') {
    throw new AppError('unsupported_media_type', 'send the body without a Content-Encoding, or with gzip, once');
  }
  const count = countBytes(request);
  return unpackGzip(await collectBody(request.raw, { maxBytes, count }), { maxBytes, count });
}

function checkHead(request: FastifyRequest, maxBytes: number): void {
  checkLength(request, maxBytes);
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw notIn('application/json');
}

function notIn(form: string): AppError {
  return new AppError('unsupported_media_type', `send the body as ${form} in UTF-8`);
}

function checkLength({ headers }: FastifyRequest, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** Collects a body as its caller's, as long as there is room for it. */
export function collectCounted(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  return collectBody(request.raw, { maxBytes, count: countBytes(request) });
}

function countBytes(request: FastifyRequest): (bytes: number) => void {
  const count = request.server.bodyBytes.begin(request.payer || request.ip);
  const end = () => count.end();
  // Held until it is worked off: an answer that is never finished closes.
  request.answer?.once('finish', end).once('close', end);
  return (bytes) => count.add(bytes);
}

/** Collects the bytes of a body until it ends or grows too large. */
export function collectBody(raw: IncomingMessage, { maxBytes, count }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let gathering: Gathering | undefined = gatherBytes(Number(raw.headers['content-length'] ?? 0));
    let bytes = 0;
    let isWhole = false;
    const refuse = (cause: unknown) => {
      gathering = undefined;
      reject(cause);
    };
    raw.on('data', (chunk: Buffer) => {
      if (gathering === undefined) return;
      bytes += chunk.length;
      if (bytes > maxBytes) return refuse(tooLarge(maxBytes));
      try {
        count?.(chunk.length);
        gathering.add(chunk);
      } catch (cause) {
        refuse(cause);
      }
    });
    raw.on('end', () => {
      isWhole = true;
      if (gathering !== undefined) resolve(gathering.whole());
    });
    // Nobody is left to answer: a caller that hangs up is no failure of ours.
    const endEarly = (cause?: unknown) => {
      // Every request closes: an error made for each took a twentieth of a batch's time.
      if (!isWhole) reject(badJson('the body ended early', cause));
    };
    raw.on('error', endEarly);
    raw.on('close', endEarly);
    if (raw.destroyed) endEarly();
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `a body may have at most ${maxBytes} bytes`);
}

// Below this, joining the parts at the end costs nothing worth sparing.
const LARGE_BYTES = 1_048_576;
// A caller that names a length and sends nothing takes no room for it.
const ARRIVED_PART = 4;

/** The parts of a body until it is whole. */
interface Gathering {
  add(part: Buffer): void;
  whole(): Buffer;
}

/** Gathers the parts of a body; a large one of a known length goes to its place as it arrives, and is never there twice. */
export function gatherBytes(length: number): Gathering {
  let parts: Buffer[] = [];
  let place: Buffer | undefined;
  let bytes = 0;
  function put(part: Buffer, at: number): number {
    return at + (place === undefined ? part.length : part.copy(place, at));
  }
  return {
    add(part) {
      if (place === undefined) parts.push(part);
      bytes = put(part, bytes);
      if (place !== undefined || length < LARGE_BYTES || bytes * ARRIVED_PART < length) return;
      place = Buffer.allocUnsafeSlow(length);
      parts.reduce((at, each) => put(each, at), 0);
      parts = [];
    },
    whole() {
      if (place !== undefined) return place.subarray(0, bytes);
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    },
  };
}

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

/** The bounds of a body that is collected. */
interface BodyLimits {
  readonly maxBytes: number;
  /** Told of each part as it arrives; throws where there is no room for it. */
  readonly count?: (bytes: number) => void;
}
