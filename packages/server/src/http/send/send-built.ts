import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Pieces, sendPieces } from './send-pieces.ts';
import { isKnownTag, qualityOf } from './send-tagged.ts';

const PIECE_BYTES = 128 * 1_024;

/** What is sent of a file in one coding; made for its first reader where the build did not make it. */
type Form = () => Buffer | Promise<Buffer>;

/** A file as it was built, in each coding that it may be sent in; the first is the smallest. */
export interface BuiltFile {
  readonly tag: string;
  readonly contentType: string;
  readonly plain: Form;
  readonly compressed: ReadonlyMap<string, Form>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What lies compressed has this name behind its own. */
export const COMPRESSED_EXTENSION = '.br';

/**
 * A file, of which only the smallest form lies there if it is worth compressing: compressing it for each request costs
 * more than all else of it, and most readers take that one. Undefined when it has not been built.
 */
export async function readBuilt(path: string): Promise<BuiltFile | undefined> {
  const contentType = contentTypeOf(path);
  const smallest = await readIfThere(path + COMPRESSED_EXTENSION);
  if (smallest !== undefined) {
    const plain = madeOnce(() => promisify(brotliDecompress)(smallest));
    const zipped = madeOnce(async () => promisify(gzip)(await plain()));
    const compressed = new Map<string, Form>([
      ['br', () => smallest],
      ['gzip', zipped],
    ]);
    return { tag: tagOf(smallest), contentType, plain, compressed };
  }
  const whole = await readIfThere(path);
  return whole === undefined ? undefined : plainFile(whole, contentType);
}

/** A file that is sent as it is, whatever the reader would take. */
function plainFile(bytes: Buffer, contentType: string): BuiltFile {
  return { tag: tagOf(bytes), contentType, plain: () => bytes, compressed: new Map() };
}

export function tagOf(bytes: Buffer): string {
  return hash('sha1', bytes, 'base64url');
}

/** Made once, however many come meanwhile. */
function madeOnce(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined;
  return () => (made ??= make());
}

export function contentTypeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

/** The page in the place of one that was not built. */
export function notBuilt(what: string): BuiltFile {
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Setpoint</title>
<p>${what} has not been built. In a checkout of Setpoint: <code>npm run build</code>, then load this page again.</p>`;
  return plainFile(Buffer.from(text), 'text/html; charset=utf-8');
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
export async function sendBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, contentType, plain, compressed }: BuiltFile,
): Promise<Buffer | FastifyReply | void> {
  const [best] = [...compressed]
    .map(([coding, form]) => ({ coding, form, quality: qualityOf(request, coding) }))
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const etag = best === undefined ? `"${tag}"` : `"${tag}-${best.coding}"`;
  reply.header('ETag', etag).header('Vary', 'Accept-Encoding');
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.header('Content-Type', contentType);
  if (best !== undefined) reply.header('Content-Encoding', best.coding);
  const body = await (best?.form ?? plain)();
  if (body.length <= PIECE_BYTES) return body;
  reply.header('Content-Length', body.length);
  return sendPieces(reply, piecesOf(body));
}

// Encrypted, all that was written and not read yet is there a second time, for each reader.
async function* piecesOf(body: Buffer): AsyncGenerator<Pieces, void> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield [body.subarray(at, at + PIECE_BYTES)];
}
