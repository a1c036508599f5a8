import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../platform/metrics.ts';

export interface Operations {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Whether new requests should be sent here. */
  readonly isReady: () => Promise<boolean>;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** The second port, for operators: whether the process lives, whether it is ready, and its figures. */
export async function serveOperations(
  operations: Operations,
  { host, port }: Listening,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => {
    void route(request.url ?? '/', operations, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function route(url: string, { metrics, isReady }: Operations, response: ServerResponse): Promise<void> {
  const [path] = url.split('?');
  if (path === '/livez') return send(response, 200, 'alive\n');
  if (path === '/readyz')
    return (await isReady()) ? send(response, 200, 'ready\n') : send(response, 503, 'not ready\n');
  if (path !== '/metrics') return send(response, 404, 'there are /livez, /readyz and /metrics\n');
  response.setHeader('Content-Type', metrics.contentType);
  return send(response, 200, await metrics.text());
}

function send(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.end(text);
}
