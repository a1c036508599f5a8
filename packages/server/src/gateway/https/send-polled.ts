import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressed } from '../../http/send/send-tagged.ts';
import type { Polled } from './poll-schedule.ts';

export type Answered = Exclude<Polled, { readonly kind: 'site_missing' }>;

/** Answers a poll: with the snapshot under the name of its revision, or with 304. */
export function sendPolled(
  request: FastifyRequest,
  reply: FastifyReply,
  polled: Answered,
): Buffer | Promise<Buffer> | FastifyReply {
  const tag = `"${polled.revision}"`;
  reply.header('Vary', 'Accept-Encoding');
  if (polled.kind === 'unchanged') return reply.header('ETag', tag).code(304).send();
  reply.header('Content-Type', 'application/json');
  const packed = compressed(request, polled.bytes);
  // RFC 9110 §8.8.3: the same schedule in other bytes, which a weak tag says.
  reply.header('ETag', packed === undefined ? tag : `W/${tag}`);
  if (packed === undefined) return polled.bytes;
  reply.header('Content-Encoding', 'gzip');
  return packed;
}
