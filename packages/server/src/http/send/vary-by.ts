import type { FastifyReply } from 'fastify';

/** Says of an answer that it depends on this header of the request, too. */
export function varyBy(reply: FastifyReply, name: string): FastifyReply {
  const before = String(reply.getHeader('Vary') ?? '')
    .split(', ')
    .filter(Boolean);
  return before.includes(name) ? reply : reply.header('Vary', [...before, name].join(', '));
}
