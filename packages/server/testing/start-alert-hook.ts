import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './make-certificate.ts';

interface Taken {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

/** For tests: who gets messages over HTTPS, and answers each as it is told. */
export async function startAlertHook() {
  const { cert, key } = makeCertificate(Date.now(), ['localhost']);
  const taken: Taken[] = [];
  let heard = Promise.withResolvers<void>();
  let answer: (path: string) => number | Promise<number> = () => 200;
  const server = createServer({ cert, key }, (request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
      const path = request.url ?? '';
      taken.push({ path, headers: request.headers, text, body: JSON.parse(text) });
      heard.resolve();
      heard = Promise.withResolvers();
      response.writeHead(await answer(path)).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    taken,
    ca: cert,
    lookUp: async () => [{ address: '127.0.0.1', family: 4 as const }],
    urlOf: (path: string) => `https://localhost:${port}/${path}`,
    /** By status; a promise keeps who asked waiting. */
    answerBy(next: typeof answer) {
      answer = next;
    },
    async until(count: number): Promise<void> {
      while (taken.length < count) await heard.promise;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
