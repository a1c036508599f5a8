import { createServer, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { type HttpTimes, serverTimes } from '../server/http-times.ts';

/** What the rest of the process has to be asked for. */
export type OperationsQuestion = 'readiness' | 'metrics';

export interface OperationsAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface OperationsServer {
  readonly times: HttpTimes;
  /** By what it is asked, beside what only a network of one's own can mean. */
  readonly names: readonly string[];
  /** Whether the rest of the process still works. */
  readonly isAlive: () => boolean;
  /** What a start is at; undefined once it is over. */
  readonly starting: () => string | undefined;
  readonly ask: (question: OperationsQuestion) => Promise<OperationsAnswer>;
}

const TEXT = 'text/plain; charset=utf-8';

/** The second port, for operators: whether the process lives, whether it is ready, and its figures. */
export function createOperationsServer({ times, names, isAlive, starting, ask }: OperationsServer): Server {
  const timeouts = { requestTimeout: times.request, keepAliveTimeout: times.betweenRequests };
  const server = createServer({ ...serverTimes(times), ...timeouts }, (request, response) => {
    // RFC 9110 §15.5.20.
    if (!isOwnName(request.headers.host, names)) {
      return send(response, textOf(421, 'this port has no such name: ask it by an address\n'));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return send(response, textOf(405, 'this port is only read from\n'));
    }
    const [path = ''] = (request.url ?? '/').split('?');
    void answerTo(path).then((answer) => send(response, answer));
  });

  async function answerTo(path: string): Promise<OperationsAnswer> {
    if (path === '/livez') {
      return isAlive() ? textOf(200, `${starting() ?? 'alive'}\n`) : textOf(503, 'the service stands still\n');
    }
    if (path === '/readyz') {
      const doing = starting();
      return doing === undefined ? ask('readiness') : textOf(503, `${doing}\n`);
    }
    if (path === '/metrics') return ask('metrics');
    return textOf(404, 'there are /livez, /readyz and /metrics\n');
  }
  server.setTimeout(times.silence);
  return server;
}

export function textOf(status: number, text: string): OperationsAnswer {
  return { status, contentType: TEXT, text };
}

function send(response: ServerResponse, { status, contentType, text }: OperationsAnswer): void {
  response.writeHead(status, { 'Content-Type': contentType }).end(text);
}

// Names that nobody outside can have: of this machine, a cluster, a project of Compose or a network of one's own.
const OWN_ENDINGS = ['.localhost', '.svc', '.svc.cluster.local', '.local', '.internal'];
const PARTS = /^(?<name>[a-z0-9_][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Whether a request names this port by an address or a name of its own. A page that a browser shows may be given the
 * address of this machine by its own name server, and could read what it answers: it then asks by the name of the page.
 */
export function isOwnName(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = nameIn(host.toLowerCase());
  if (name === undefined) return false;
  const isNoDomain = isIP(name) !== 0 || !name.includes('.');
  return isNoDomain || OWN_ENDINGS.some((ending) => name.endsWith(ending)) || isAmong(names, name);
}

/** Without the port, and without the dot that ends a full name. */
function nameIn(host: string): string | undefined {
  const name = PARTS.exec(host)?.groups?.['name'];
  if (name?.startsWith('[') !== true) return name?.replace(/\.$/, '');
  return isIP(name.slice(1, -1)) === 6 ? name.slice(1, -1) : undefined;
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.some((own) => own.toLowerCase() === name);
}
