import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_PATHS } from '@setpoint/contract';

/** The cookie of the console: sent to `/session` and below it alone, unseen by scripts and by other sites. */
export interface SessionCookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  set(reply: FastifyReply, secret: string, lifetimeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

export function createSessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  // Browsers take a name with this prefix only with `Secure`: nobody on the way can plant one.
  const name = isSecure ? '__Secure-setpoint-session' : 'setpoint-session';
  const attributes = `Path=${SESSION_PATHS.session}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const send = (reply: FastifyReply, value: string, seconds: number): void => {
    reply.header('Set-Cookie', `${name}=${value}; Max-Age=${seconds}; ${attributes}`);
  };
  return {
    read: ({ headers }) =>
      headers.cookie
        ?.split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    set: send,
    clear: (reply) => send(reply, '', 0),
  };
}
