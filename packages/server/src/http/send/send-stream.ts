import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GZIP, wantsGzip } from './send-tagged.ts';

/** Sends a body as it is made, no faster than the caller reads it. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { chunks, contentType = 'application/json', vary = 'Accept-Encoding', readsOn }: StreamedBody,
): FastifyReply {
  const body = Readable.from(whileLetIn(request, chunks, readsOn), { objectMode: false, highWaterMark: 1 });
  reply.header('Content-Type', contentType).header('Vary', vary);
  if (!wantsGzip(request)) return reply.send(body);
  const compressed = createGzip(GZIP);
  body.on('error', (cause) => compressed.destroy(cause)).pipe(compressed);
  return reply.header('Content-Encoding', 'gzip').send(compressed);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the token of a request that is still being answered is good; left out, it is not asked. */
    isStillGood?: (request: FastifyRequest) => Promise<boolean>;
  }
}

/**
 * The parts of an answer for as long as its caller is let in. What is read while it is sent is asked for each part,
 * what was there before from the second on.
 */
export async function* whileLetIn<Part>(
  request: FastifyRequest,
  parts: Iterable<Part> | AsyncIterable<Part>,
  readsOn = Symbol.asyncIterator in parts,
): AsyncGenerator<Part, void> {
  const isStillGood = () => request.server.isStillGood?.(request) ?? true;
  let isAsked = readsOn;
  for await (const part of parts) {
    // The connection breaks: nobody may take what there is for the whole.
    if (isAsked && !(await isStillGood())) throw new Error('the caller was shut out while it was answered');
    isAsked = true;
    yield part;
  }
}

interface StreamedBody {
  readonly chunks: Iterable<Buffer> | AsyncIterable<Buffer | string>;
  /** JSON when left out. */
  readonly contentType?: string;
  readonly vary?: string;
  /** Whether it is read while it is sent; left out, what comes part by part is. */
  readonly readsOn?: boolean;
}

const WORTH_SENDING = 32 * 1_024;

/** Puts texts together until they are worth a chunk of their own. */
export function* chunksOf(texts: Iterable<string>): Generator<Buffer> {
  let waiting = '';
  for (const text of texts) {
    waiting += text;
    if (waiting.length < WORTH_SENDING) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
