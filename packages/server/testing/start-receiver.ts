import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeCertificate } from './make-certificate.ts';

type Behaviour = 'take' | 'fail' | 'hang' | 'lie' | 'redirect' | 'cut' | 'drip' | 'hint' | 'flood';

/** By status; a promise keeps who asked waiting. */
type Answer = (path: string) => number | Promise<number>;

/** A webhook's other end over HTTPS, which takes, fails, hangs, lies or floods as it is told. */
export async function startReceiver(secrets: () => readonly string[] = () => [], hosts = ['localhost']) {
  const { cert, key } = await makeCertificate(Date.now(), hosts);
  const taken: ReturnType<typeof messageOf>[] = [];
  const paths: string[] = [];
  const counts = { asked: 0, elsewhere: 0, floodsEnded: 0 };
  let behaviour: Behaviour | Answer = 'take';
  let heard = Promise.withResolvers<void>();
  const other = createHttpServer((_request, response) => {
    counts.elsewhere += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const answers: Record<Behaviour, (response: ServerResponse) => void> = {
    take: (response) => response.writeHead(204).end(),
    fail: (response) => response.writeHead(503).end(),
    hang: () => undefined,
    lie: (response) => response.socket?.end('I took it, believe me\r\n\r\n'),
    redirect: (response) => response.writeHead(307, { Location: location }).end(),
    cut: (response) => response.socket?.destroy(),
    drip,
    hint: (response) => response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000)),
    flood: (response) => flood(response, () => (counts.floodsEnded += 1)),
  };
  const server = createServer({ cert, key }, (request, response) => {
    counts.asked += 1;
    paths.push(request.url ?? '');
    void (async () => {
      const body = await text(request);
      if (typeof behaviour === 'string') answers[behaviour](response);
      if (behaviour === 'take' || behaviour === 'flood' || typeof behaviour === 'function') {
        taken.push(messageOf(request, body, secrets()));
        heard.resolve();
        heard = Promise.withResolvers();
      }
      if (typeof behaviour === 'function') response.writeHead(await behaviour(request.url ?? '')).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/hook`,
    /** By its name. */
    urlOf: (path: string) => `https://localhost:${port}/${path}`,
    ca: cert,
    taken,
    paths,
    get asked() {
      return counts.asked;
    },
    get elsewhere() {
      return counts.elsewhere;
    },
    get floodsEnded() {
      return counts.floodsEnded;
    },
    behave(next: Behaviour | Answer) {
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

/** A head that never ends, a byte at a time. */
function drip(response: ServerResponse): void {
  response.socket?.write('HTTP/1.1 200 ');
  const timer = setInterval(() => response.socket?.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

/** A body that never ends, as fast as it is taken. */
function flood(response: ServerResponse, onEnd: () => void): void {
  const piece = Buffer.alloc(65_536);
  const more = () => {
    while (response.writable && response.write(piece));
  };
  response.on('drain', more).on('close', onEnd).writeHead(200);
  more();
}

function messageOf({ url: path = '', headers }: IncomingMessage, body: string, secrets: readonly string[]) {
  const id = String(headers['webhook-id']);
  const content = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
  const signatures = String(headers['webhook-signature']).split(' ');
  const said = JSON.parse(body) as { type: string; data?: { siteId: string; version: unknown } };
  const isSigned = secrets.some((secret) => signatures.includes(signatureOf(secret, content)));
  const contentType = String(headers['content-type']);
  const { siteId, version } = said.data ?? {};
  return { path, id, said, type: said.type, siteId, version, isSigned, signatures, contentType, body };
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
