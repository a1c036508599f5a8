import type { IncomingMessage } from 'node:http';
import { AppError } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads the bytes of a JSON body, bounded, after its headers were checked. */
export async function readBody({ raw, headers }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', 'send the body as application/json in UTF-8');
  }
  if (headers['content-encoding'] !== undefined) {
    throw new AppError('unsupported_media_type', 'send the body without a Content-Encoding');
  }
  return collectBody(raw, maxBytes);
}

/** Collects the bytes of a body until it ends or grows too large. */
export function collectBody(raw: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isWhole = false;
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else reject(tooLarge(maxBytes));
    });
    raw.on('end', () => {
      isWhole = true;
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    // Nobody is left to answer: a caller that hangs up is no failure of ours.
    const endEarly = (cause?: unknown) => {
      // Every request closes: an error made for each took a twentieth of a batch's time.
      if (!isWhole) reject(new AppError('bad_request', 'the body ended early', { cause }));
    };
    raw.on('error', endEarly);
    raw.on('close', endEarly);
    if (raw.destroyed) endEarly();
  });
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `a body may have at most ${maxBytes} bytes`);
}
