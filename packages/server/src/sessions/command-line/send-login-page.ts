import type { FastifyReply } from 'fastify';

// RFC 6749 §4.1.2, RFC 9207: what a provider sends back, and nothing else.
const BROUGHT = ['code', 'state', 'iss', 'error', 'error_description', 'session_state'];

interface LoginPage {
  /** Where a command line waits on the machine of the browser. */
  readonly port: number;
  readonly brought: URLSearchParams;
}

/**
 * Asks the person whether a command line was started here, and leads there. By itself it would not: who is signed in at
 * the provider would come by without seeing anything.
 */
export function sendLoginPage(reply: FastifyReply, { port, brought }: LoginPage): FastifyReply {
  const kept = BROUGHT.flatMap((name): [string, string][] => {
    const value = brought.get(name);
    return value === null ? [] : [[name, value]];
  });
  // Written as a query, of what a page could take for markup only `&` is left.
  const href = `http://127.0.0.1:${port}/?${new URLSearchParams(kept).toString().replaceAll('&', '&amp;')}`;
  reply.code(200).header('Cache-Control', 'no-store').header('Content-Type', 'text/html; charset=utf-8');
  return reply.send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign in to the command line - Setpoint</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body><main>
<h1>Did you start the command line?</h1>
<p>Somebody at this computer asks, with <code>setpoint login</code>, to act as you in Setpoint.</p>
<p><a href="${href}">It was me: sign in the command line</a></p>
<p>If it was not you, close this page. Nobody is signed in then.</p>
</main></body></html>
`);
}
