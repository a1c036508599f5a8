import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { wantsPage } from '../read/wants-page.ts';
import { type BodyBytes, type BodyBytesSettings, createBodyBytes } from '../read/body-bytes.ts';
import { boundPipelining } from './bound-pipelining.ts';
import { CONNECT, createBrokenRequestAnswer } from './broken-requests.ts';
import { answerError, sendError } from '../send/answer-error.ts';
import { guardRequest, type Refusal } from './guard-request.ts';
import { HTTP_TIMES, type HttpTimes, serverTimes } from './http-times.ts';
import { createOwedAnswers, type OwedAnswers } from './owed-answers.ts';
import { type Watched, watchSenders } from './note-sender.ts';
import type { Admission } from '../../door/admission.ts';
import { dealConnections } from '../../door/deal-connections.ts';
import { type Certificate, tlsOptions } from '../../door/tls-options.ts';
import type { Shutdown } from '../../platform/shutdown/shutdown.ts';
import { randomBytes } from 'node:crypto';

const GIVEN = /^[\w.:-]{1,64}$/;

/** Names requests: by the id their sender gave them, else by one of our own. */
function createRequestNamer(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && GIVEN.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

const EVERYWHERE: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

// RFC 6797; other names below this one are not ours to speak for.
const HTTPS_ALONE = { 'Strict-Transport-Security': 'max-age=31536000' };

/** On every answer of the interfaces: nothing here is a page, and nothing may be kept by anyone in between. */
function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? { ...EVERYWHERE, ...HTTPS_ALONE } : EVERYWHERE;
}

export interface HttpOptions {
  readonly logger: FastifyBaseLogger;
  readonly shutdown?: Pick<Shutdown, 'isDraining' | 'isStopping'>;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly tls: Certificate | undefined;
  /** Left out, bodies may take what is usual. */
  readonly bodies?: BodyBytesSettings | undefined;
  readonly times?: HttpTimes;
  /** Whether people reach it by https, here or at a proxy in front. */
  readonly isHttps?: boolean;
  readonly watched?: Watched & { readonly admission: Pick<Admission, 'watch' | 'speaksFor' | 'cutOff'> };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly bodyBytes: BodyBytes;
  }
  interface FastifyRequest {
    /** Whose body it is, once that is known. */
    payer: string;
    /** Whether it came to a path that has and takes CSV alone. */
    isOfCsv: boolean;
    answer: ServerResponse | undefined;
  }
}

// Bodies are checked by `shapeOf`; what compiles the schemas of routes would be loaded at each start.
function withoutSchemas(): never {
  throw new Error('no route has a schema of its own');
}

// Node refuses longer ones; a long parameter is an id like any other that nobody has.
const LONGEST_URL = 16 * 1_024;

const serverOptions: ServerOptions = {
  // Refused by the guard, in our words: Node's own answer has no body.
  requireHostHeader: false,
  // Two Authorization headers become one that proves nobody, where Node would take the first.
  joinDuplicateHeaders: true,
};

/** Of a server that shows people a page at addresses that lead nowhere: its handler of what is not found. */
export const PAGE_OF_NOTHING = 'pageOfNothing';

/** The HTTP shell: everything that holds for every request, whatever its route. */
export function buildHttp(options: HttpOptions): FastifyInstance {
  const { logger, shutdown, trustedProxies, tls, times = HTTP_TIMES, isHttps = tls !== undefined, watched } = options;
  const nameRequest = createRequestNamer();
  const owedAnswers = createOwedAnswers();
  const headers = securityHeaders(isHttps);
  const nameBroken = () => nameRequest({ headers: {} });
  const answerBroken = createBrokenRequestAnswer({ owedAnswers, headers, nameRequest: nameBroken });
  const markAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('X-Request-Id', request.id);
  };
  const httpOptions = { ...serverOptions, ...serverTimes(times) };
  const app = fastify({
    logController: new LogController({ disableRequestLogging: true }),
    // Given as its own logger, Fastify would make another one for each request, and listen to the end of each answer.
    childLoggerFactory: () => logger,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: nameRequest,
    clientErrorHandler: answerBroken,
    // Fastify asks here, outside all hooks, about a path with a broken percent sign.
    frameworkErrors(_error, request, reply) {
      markAnswer(request, reply);
      answerUnrouted(reply, undefined);
    },
    return503OnClosing: false,
    // Fastify puts its own in the place of the server's.
    requestTimeout: times.request,
    keepAliveTimeout: times.betweenRequests,
    connectionTimeout: times.silence,
    http: httpOptions,
    ...(tls === undefined ? {} : { https: { ...httpOptions, ...tlsOptions(tls), handshakeTimeout: times.handshake } }),
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: LONGEST_URL },
  });
  app.decorate('bodyBytes', createBodyBytes(options.bodies));
  app.decorateRequest('payer', '').decorateRequest('isOfCsv', false).decorateRequest('answer', undefined);
  beginInTurn(app, times);
  watched?.admission.watch(app.server);
  watchSenders(app, watched);
  closeUnusedConnections(app, owedAnswers);
  sendTogether(app);
  boundPipelining(app, { owedAnswers, watched });
  app.server.on('connect', (_request, socket: Socket) => {
    answerBroken(Object.assign(new Error('a request for a tunnel'), { code: CONNECT }), socket);
  });
  const allowedByPath = rememberMethods(app);
  const answerNowhere = (request: FastifyRequest, reply: FastifyReply, toPage: () => void): void => {
    const methods = allowedByPath(pathOf(request.url));
    if (methods === undefined && app.hasDecorator(PAGE_OF_NOTHING) && wantsPage(request)) toPage();
    else answerUnrouted(reply, methods);
  };
  readBodiesOurselves(app);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply);
    request.answer = reply.raw;
    // The next request of this caller then finds its way to another node.
    if (shutdown?.isDraining() === true) reply.header('Connection', 'close');
    const refusal = shutdown?.isStopping() === true ? STOPPING : guardRequest(request.raw);
    if (refusal !== undefined) sendError(reply, refusal);
    else if (!request.is404) done();
    else answerNowhere(request, reply, done);
  });
  return app;
}

// A request may carry a whole address in place of a path (RFC 9112 §3.2.2).
function pathOf(url: string): string {
  return decodeURI(url.replace(/^https?:\/\/[^/]*/i, '').split('?')[0] ?? '');
}

function beginInTurn(app: FastifyInstance, { handshake }: HttpTimes): void {
  const connections = dealConnections(app.server, handshake);
  app.addHook('preClose', (done) => {
    connections.end();
    done();
  });
}

/**
 * Ends connections once the service closes: those that never carried a request at once, others after the last answer
 * that they wait for. Node waits for the former as if they were busy, and browsers and fetch open some in advance.
 */
function closeUnusedConnections(app: FastifyInstance, owedAnswers: Pick<OwedAnswers, 'last'>): void {
  const open = new Set<Socket>();
  const isEncrypted = 'setSecureContext' in app.server;
  app.server.on(isEncrypted ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  function endOnceAnswered(socket: Socket): void {
    const answer = owedAnswers.last(socket);
    if (answer === undefined) socket.destroy();
    else if (answer.closed) socket.destroySoon();
    else {
      // Its caller then sends nothing more this way.
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
      answer.once('close', () => endOnceAnswered(socket));
    }
  }
  app.addHook('preClose', (done) => {
    for (const socket of open) endOnceAnswered(socket);
    done();
  });
}

const STOPPING: Refusal = { code: 'service_unavailable', message: 'this process is stopping' };

function answerUnrouted(reply: FastifyReply, methods: readonly string[] | undefined): void {
  if (methods === undefined) {
    sendError(reply, { code: 'not_found', message: 'there is nothing at this path' });
  } else {
    const headers = { Allow: methods.join(', ') };
    sendError(reply, { code: 'method_not_allowed', message: `this path allows ${headers.Allow}`, headers });
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
    const known = methodsByPattern.get(url) ?? { pattern: pathPattern(url), methods: new Set<string>() };
    methodsByPattern.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  return (path) => {
    const found = [...methodsByPattern.values()].find(({ pattern }) => pattern.test(path));
    return found === undefined ? undefined : [...found.methods].sort();
  };
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** What the paths of a route look like; `:name` is any one part. */
export function pathPattern(route: string): RegExp {
  const source = route
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(SPECIAL, String.raw`\$&`)))
    .join('/');
  return new RegExp(`^${source}$`);
}

/**
 * Holds answers back until the requests that arrived together are all worked off, then sends them in one go.
 * Measured with 32 connections: 12,000 answers of 17 kB a second became 30,000, because each one sent by itself
 * wakes a receiver that has nothing else to do.
 */
function sendTogether(app: FastifyInstance): void {
  let held: (() => void)[] = [];
  function sendHeld(): void {
    const sending = held;
    held = [];
    for (const send of sending) send();
  }
  // oxlint-disable-next-line max-params -- Fastify's own signature, without a promise for each answer
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (held.length === 0) setImmediate(sendHeld);
    held.push(() => done(null, payload));
  });
}
