import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of the service: unseen by scripts, and taken from this very host alone. */
export interface Cookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  set(reply: FastifyReply, value: string, lifetimeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/** Who is signed in. No other site makes a browser send it. */
export function createSessionCookie(publicUrl: string): Cookie {
  return createCookie(publicUrl, 'setpoint-session', 'Strict');
}

/** A sign-in under way: the provider, who is another site, sends the browser back with it. */
export function createSignInCookie(publicUrl: string): Cookie {
  return createCookie(publicUrl, 'setpoint-sign-in', 'Lax');
}

function createCookie(publicUrl: string, plainName: string, sameSite: 'Strict' | 'Lax'): Cookie {
  const isSecure = publicUrl.startsWith('https:');
  // RFC 6265bis §4.1.3.2: browsers take this prefix from the host itself by TLS alone, so nobody else can plant one.
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  const send = (reply: FastifyReply, value: string, seconds: number): void => {
    // One beside those that are set already.
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
