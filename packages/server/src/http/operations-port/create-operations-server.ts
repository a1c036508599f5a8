import { createServer, type Server, type ServerResponse } from 'node:http';
import { isOwnName } from './is-own-name.ts';
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
