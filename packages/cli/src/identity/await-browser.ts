import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A place on this machine that a browser comes back to. */
export interface Landing extends AsyncDisposable {
  readonly port: number;
  /** Resolves with what the browser brought, from the `?` on, once it brings this state. */
  broughtWith(state: string): Promise<string>;
}

/** Opens one: for this machine alone, and only for as long as somebody waits. */
export async function awaitBrowser(): Promise<Landing> {
  const brought = Promise.withResolvers<string>();
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const query = queryOf(request, `127.0.0.1:${port()}`);
    // Anybody on this machine can ask here: what does not bring the state is no answer, and nothing ends with it.
    if (query === undefined || expected === undefined || new URLSearchParams(query).get('state') !== expected) {
      return answer(response, 400, 'This is not what the command line waits for.');
    }
    answer(response, 200, 'Go back to the command line. You can close this page.');
    brought.resolve(query);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: port(),
    broughtWith(state) {
      expected = state;
      return brought.promise;
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}

// Another name that leads here is somebody else's page.
function queryOf({ method, url = '', headers }: IncomingMessage, host: string): string | undefined {
  return method === 'GET' && headers.host === host && url.startsWith('/?') ? url.slice(1) : undefined;
}

function answer(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Setpoint</title>` +
      `<meta name="color-scheme" content="light dark"></head><body><main><h1>${sentence}</h1></main></body></html>\n`,
  );
}
