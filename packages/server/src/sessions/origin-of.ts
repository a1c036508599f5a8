import type { FastifyRequest } from 'fastify';

const MAX_AGENT_CHARS = 200;

/** From where somebody comes in, as the list of sessions shows it. */
export interface SessionOrigin {
  readonly address: string;
  readonly agent: string | null;
}

export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): SessionOrigin {
  const agent = headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT_CHARS);
  return { address: ip, agent: agent ?? null };
}
