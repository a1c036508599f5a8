import type { ServerOptions } from 'node:http';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { answerBrokenRequest } from './answer-broken-request.ts';
import { answerError, sendError } from './answer-error.ts';
import { guardRequest, type Refusal } from './guard-request.ts';
import { createRequestNamer } from './name-request.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  readonly logger: FastifyBaseLogger;
  readonly isStopping: () => boolean;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

const serverOptions: ServerOptions = {
  // Two Authorization headers become one that proves nobody, where Node would take the first.
  joinDuplicateHeaders: true,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1_000,
};

/** The HTTP shell: everything that holds for every request, whatever its route. */
export function buildHttp({ logger, isStopping, trustedProxies, tls }: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: createRequestNamer(),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false,
    http: serverOptions,
    ...(tls === undefined ? {} : { https: { ...serverOptions, ...tls } }),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  const allowedByPath = rememberMethods(app);
  readBodiesOurselves(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    reply.header('X-Request-Id', request.id);
    const refusal = isStopping() ? STOPPING : guardRequest(request.raw);
    if (refusal !== undefined) {
      if (refusal === STOPPING) reply.header('Connection', 'close');
      sendError(reply, refusal);
    } else if (request.is404) answerUnrouted(reply, allowedByPath(request.url.split('?')[0] ?? ''));
    else done();
  });
  return app;
}

const STOPPING: Refusal = { code: 'service_unavailable', message: 'this process is stopping' };

function answerUnrouted(reply: FastifyReply, methods: readonly string[] | undefined): void {
  if (methods === undefined) {
    sendError(reply, { code: 'not_found', message: 'there is nothing at this path' });
  } else {
    const headers = { Allow: methods.join(', ') };
    sendError(reply, { code: 'method_not_allowed', message: `this path takes ${headers.Allow}`, headers });
  }
}

// Bodies are read after the caller and the site are known, by code that counts and checks the bytes.
function readBodiesOurselves(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

type AllowedMethods = (path: string) => readonly string[] | undefined;

function rememberMethods(app: FastifyInstance): AllowedMethods {
  const methodsByPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsByPattern.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    methodsByPattern.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  return (path) => {
    const found = [...methodsByPattern.values()].find(({ pattern }) => pattern.test(path));
    return found === undefined ? undefined : [...found.methods].sort();
  };
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
    .join('/');
  return new RegExp(`^${source}$`);
}
