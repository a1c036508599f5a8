import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Admission } from '../platform/admission.ts';
import { HTTP_TIMES, type HttpTimes, serverTimes } from './http-times.ts';
import type { Leaving } from '../platform/leaving.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { StoreHealth } from '../store/store-health.ts';

export interface Observed {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  readonly leaving: Pick<Leaving, 'isDraining'>;
  readonly health: Pick<StoreHealth, 'isReady'>;
  readonly admissions?: { readonly ops: Pick<Admission, 'watch'> };
}

export interface Operations {
  /** Resolves with the port once it takes requests. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  close(): void;
}

/** The second port, for operators: whether the process lives, whether it is ready, and its figures. */
export function createOperations(observed: Observed, times: HttpTimes = HTTP_TIMES): Operations {
  const metrics = { ...observed.metrics, text: oneAtATime(() => observed.metrics.text()) };
  const options = { ...serverTimes(times), requestTimeout: times.request, keepAliveTimeout: times.betweenRequests };
  const server = createServer(options, (request, response) => {
    void route(request.url ?? '/', { ...observed, metrics }, response);
  });
  server.setTimeout(times.silence);
  observed.admissions?.ops.watch(server);
  return {
    async listen({ host, port }) {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function route(url: string, { metrics, leaving, health }: Observed, response: ServerResponse): Promise<void> {
  const [path] = url.split('?');
  if (path === '/livez') return send(response, 200, 'alive\n');
  if (path === '/readyz') {
    const isReady = !leaving.isDraining() && (await health.isReady());
    return isReady ? send(response, 200, 'ready\n') : send(response, 503, 'not ready\n');
  }
  if (path !== '/metrics') return send(response, 404, 'there are /livez, /readyz and /metrics\n');
  response.setHeader('Content-Type', metrics.contentType);
  return send(response, 200, await metrics.text());
}

/** Who asks while an answer is made gets that one too. */
function oneAtATime<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let making: Promise<Value> | undefined;
  return async () => {
    making ??= make().finally(() => (making = undefined));
    return making;
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.end(text);
}
