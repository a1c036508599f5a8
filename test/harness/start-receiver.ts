import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './make-certificate.ts';

type Behaviour = 'take' | 'fail' | 'hang' | 'lie' | 'redirect' | 'cut';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly version: unknown;
  readonly isSigned: boolean;
  readonly signatures: number;
}

/** A webhook's other end over HTTPS, which takes, fails, hangs or lies as it is told. */
export async function startReceiver(secrets: () => readonly string[]) {
  const { cert, key } = makeCertificate(Date.now());
  const taken: Message[] = [];
  const sites: string[] = [];
  const paths: string[] = [];
  const counts = { asked: 0, elsewhere: 0 };
  let behaviour: Behaviour = 'take';
  let heard = Promise.withResolvers<void>();
  const other = createHttpServer((_request, response) => {
    counts.elsewhere += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const server = createServer({ cert, key }, (request, response) => {
    counts.asked += 1;
    paths.push(request.url ?? '');
    void (async () => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
      const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      if (behaviour === 'fail') response.writeHead(503).end();
      else if (behaviour === 'redirect') response.writeHead(307, { Location: location }).end();
      else if (behaviour === 'lie') response.socket?.end('I took it, believe me\r\n\r\n');
      else if (behaviour === 'cut') response.socket?.destroy();
      if (behaviour !== 'take') return;
      const id = String(request.headers['webhook-id']);
      const content = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`;
      const signatures = String(request.headers['webhook-signature']).split(' ');
      const { type, data } = JSON.parse(body) as { type: string; data: { siteId: string; version: unknown } };
      const isSigned = secrets().some((secret) => signatures.includes(signatureOf(secret, content)));
      taken.push({ id, type, version: data.version, isSigned, signatures: signatures.length });
      sites.push(data.siteId);
      response.writeHead(204).end();
      heard.resolve();
      heard = Promise.withResolvers();
    })();
  });
  await listen(server);
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ca: cert,
    taken,
    sites,
    paths,
    get asked() {
      return counts.asked;
    },
    get elsewhere() {
      return counts.elsewhere;
    },
    behave(next: Behaviour) {
      behaviour = next;
    },
    async until(count: number): Promise<void> {
      while (taken.length < count) await heard.promise;
    },
    close() {
      for (const one of [server, other]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
