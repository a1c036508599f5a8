import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Pieces, sendPieces } from './send-pieces.ts';
import { GZIP, isKnownTag, qualityOf } from './send-tagged.ts';

const PIECE_BYTES = 128 * 1_024;

/** A file as it was built, with what it compresses to. */
export interface BuiltFile {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly contentType: string;
  readonly compressed: ReadonlyMap<string, Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// The smallest first. Written by the build: compressing a file for each request costs more than all else of it.
const CODINGS = [
  { coding: 'br', extension: '.br' },
  { coding: 'gzip', extension: '.gz' },
];

export const COMPRESSED_EXTENSIONS: readonly string[] = CODINGS.map(({ extension }) => extension);

/**
 * A file and what lies compressed beside it; undefined when it has not been built. Of a large file a package holds only
 * the smallest form, of which the others are made.
 */
export async function readBuilt(path: string): Promise<BuiltFile | undefined> {
  const whole = await readIfThere(path);
  if (whole === undefined) return readSmallest(path);
  const compressed = new Map<string, Buffer>();
  for (const { coding, extension } of CODINGS) {
    const smaller = await readIfThere(path + extension);
    if (smaller !== undefined) compressed.set(coding, smaller);
  }
  return builtFile(path, whole, compressed);
}

async function readSmallest(path: string): Promise<BuiltFile | undefined> {
  const smallest = await readIfThere(`${path}.br`);
  if (smallest === undefined) return undefined;
  const whole = await promisify(brotliDecompress)(smallest);
  const zipped = await promisify(gzip)(whole, GZIP);
  return builtFile(
    path,
    whole,
    new Map([
      ['br', smallest],
      ['gzip', zipped],
    ]),
  );
}

function builtFile(path: string, bytes: Buffer, compressed: BuiltFile['compressed']): BuiltFile {
  return { bytes, tag: hash('sha1', bytes, 'base64url'), contentType: contentTypeOf(path), compressed };
}

export function contentTypeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

/** The page in the place of one that was not built. */
export function notBuilt(what: string): BuiltFile {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Setpoint</title>
<p>${what} has not been built. In a checkout of Setpoint: <code>npm run build</code>, then load this page again.</p>`;
  const tag = hash('sha1', text, 'base64url');
  return { bytes: Buffer.from(text), tag, contentType: 'text/html; charset=utf-8', compressed: new Map() };
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}

/** Sends a file in the coding that its caller likes best, or 304 to a caller that has it so. */
export function sendBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, contentType, compressed }: BuiltFile,
): Buffer | FastifyReply | Promise<void> {
  const [best] = [...compressed]
    .map(([coding, smaller]) => ({ coding, smaller, quality: qualityOf(request, coding) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const etag = best === undefined ? `"${tag}"` : `"${tag}-${best.coding}"`;
  reply.header('ETag', etag).header('Vary', 'Accept-Encoding');
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('Content-Type', contentType);
  if (best !== undefined) reply.header('Content-Encoding', best.coding);
  const body = best?.smaller ?? bytes;
  if (body.length <= PIECE_BYTES) return body;
  reply.header('Content-Length', body.length);
  return sendPieces(reply, piecesOf(body));
}

// Encrypted, all that was written and not read yet is there a second time, for each reader.
async function* piecesOf(body: Buffer): AsyncGenerator<Pieces, void> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield [body.subarray(at, at + PIECE_BYTES)];
}
