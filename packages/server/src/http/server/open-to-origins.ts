import { HEADERS, type Operation, OPERATIONS, PATHS } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from '../send/vary-by.ts';

/** Any origin may call: no browser sends anything along by itself, so a page needs a token of its own. */
export const ANY_ORIGIN = '*';

// What the SDK reads of an answer, beside what every page may read.
const { batchOutcome, idempotencyReplayed, requestId, scheduleVersion } = HEADERS;
const SHOWN = [batchOutcome, idempotencyReplayed, 'Retry-After', scheduleVersion, requestId].join(', ');
// Chromium keeps what it was told for no longer.
const KEPT_SECONDS = '7200';
const INTERFACES = ['/api/v1/public/', '/api/v1/fleet/'];
const BESIDE: readonly string[] = [PATHS.token, PATHS.jwks];

/** Lets pages of these origins call the interfaces, with tokens and never with a session of the console. */
export function openToOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const grantOf = granting(origins);
  function mark({ url, headers }: FastifyRequest, reply: FastifyReply): void {
    if (!isOpen(url)) return;
    if (!origins.includes(ANY_ORIGIN)) varyBy(reply, 'Origin');
    const granted = grantOf(headers.origin);
    if (granted === undefined) return;
    reply.header('Access-Control-Allow-Origin', granted).header('Access-Control-Expose-Headers', SHOWN);
  }
  // Twice: some answers are written past the second hook, others begin before the first.
  app.addHook('onRequest', (request, reply, done) => {
    mark(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply) => Promise.resolve(mark(request, reply)));
  for (const [path, rows] of Map.groupBy(OPERATIONS, (row) => row.path)) {
    if (!isOpen(path)) continue;
    app.options(path, ({ headers }, reply) => {
      const asked = rows.find(({ method }) => method.toUpperCase() === headers['access-control-request-method']);
      const isGranted = asked !== undefined && grantOf(headers.origin) !== undefined;
      return reply
        .code(204)
        .headers(isGranted ? preflightOf(asked) : { Allow: methodsOf(rows) })
        .send();
    });
  }
}

function isOpen(url: string): boolean {
  const [path = ''] = url.split('?');
  return INTERFACES.some((start) => path.startsWith(start)) || BESIDE.includes(path);
}

function granting(origins: readonly string[]): (origin: string | undefined) => string | undefined {
  if (origins.includes(ANY_ORIGIN)) return () => ANY_ORIGIN;
  const known = new Set(origins);
  return (origin) => (origin !== undefined && known.has(origin) ? origin : undefined);
}

function preflightOf(row: Operation): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Methods': methodsOf([row]),
    'Access-Control-Allow-Headers': headersOf(row).join(', '),
    'Access-Control-Max-Age': KEPT_SECONDS,
  };
}

function methodsOf(rows: readonly Operation[]): string {
  return rows.map(({ method }) => method.toUpperCase()).join(', ');
}

/** The headers that a request of an operation may have. */
function headersOf({ scope, credential, request, parameters = [] }: Operation): string[] {
  const isForCallers = scope !== undefined || credential !== undefined;
  const own = parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : []));
  return [...(isForCallers ? ['Authorization'] : []), ...(request === undefined ? [] : ['Content-Type']), ...own];
}
