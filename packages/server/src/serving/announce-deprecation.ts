import type { Deprecation } from '@setpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Announcement {
  /** Marks an answer, whatever it says. */
  readonly mark: (reply: FastifyReply) => void;
  /** Writes a line for the first request of each sender. */
  readonly note: (request: FastifyRequest) => void;
}

const MOST_SENDERS = 1_000;

/** Tells callers and the log that an operation is going to go: RFC 9745 and RFC 8594. */
export function announceDeprecation(operation: string, { since, sunset, link }: Deprecation): Announcement {
  const headers = {
    Deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  };
  const senders = new Set<string>();
  return {
    mark: (reply) => void reply.headers(headers),
    note(request) {
      const { id: requestId, sender, log } = request;
      if (senders.has(sender) || senders.size === MOST_SENDERS) return;
      senders.add(sender);
      log.warn({ operation, sender, requestId, sunset }, 'a deprecated operation is asked for');
    },
  };
}
