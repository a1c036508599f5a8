import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import type { ErrorResponse } from '@setpoint/contract';
import type { InterfaceFault } from '@setpoint/controller';

/** A way to the service on which answers go wrong. */
export interface FrontDoor {
  readonly url: string;
  /** Where the service is. */
  passTo(serviceUrl: string): void;
  close(): Promise<void>;
}

export interface FrontDoorOptions {
  /** 0 is any free one. */
  readonly port: number;
  /** What goes wrong just now. */
  readonly faults: () => readonly InterfaceFault[];
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly own?: OwnAnswers | undefined;
}

/** What the door answers itself, faults or not. */
export interface OwnAnswers {
  /** How the paths begin. */
  readonly path: string;
  /** Goes with each answer of the service, so that whoever asks finds these. */
  readonly header: string;
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse, serviceUrl: string) => Promise<void>;
}

const HOST = '127.0.0.1';
// RFC 9110 §7.6.1: what belongs to one connection.
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect']);

/** Opens it on this machine; nobody gets through before it knows the service. */
export async function startFrontDoor({ port, faults, random, own }: FrontDoorOptions): Promise<FrontDoor> {
  let serviceUrl: string | undefined;
  const server = createServer((incoming, outgoing) => {
    const { url: path = '/' } = incoming;
    if (serviceUrl === undefined) return void outgoing.writeHead(503).end();
    if (own !== undefined && path.startsWith(own.path)) {
      return void own.answer(incoming, outgoing, serviceUrl).catch(() => outgoing.destroy());
    }
    const met = faults().filter((fault) => isMet(incoming, fault) && random() < fault.probability);
    const refusal = met.find(({ kind }) => kind === 'too_many_requests');
    if (refusal?.kind === 'too_many_requests') return refuse(incoming, outgoing, refusal.seconds);
    return passOn(incoming, outgoing, { url: serviceUrl + path, faults: met, header: own?.header });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    passTo: (url) => {
      serviceUrl = url;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function isMet({ url = '/', method }: IncomingMessage, fault: InterfaceFault): boolean {
  return url.startsWith(fault.path) && (fault.method === undefined || fault.method === method);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, seconds: number): void {
  const body: ErrorResponse = { error: 'too_many_requests', message: 'too many requests: a fault that was asked for' };
  incoming.resume();
  outgoing
    .writeHead(429, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': Math.ceil(seconds) })
    .end(JSON.stringify(body));
}

interface Passing {
  readonly url: string;
  readonly faults: readonly InterfaceFault[];
  readonly header: string | undefined;
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, passing: Passing): void {
  const { url } = passing;
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const kept = Object.entries(incoming.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
  const onward = send(url, { method: incoming.method, headers: Object.fromEntries(kept) });
  onward.on('response', (answer) => void giveBack(answer, outgoing, passing));
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  // A request without a body is sent as one.
  if (hasBody(incoming)) incoming.pipe(onward);
  else onward.end();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The service has done what it was asked to by now. */
async function giveBack(answer: IncomingMessage, outgoing: ServerResponse, { faults, header }: Passing) {
  if (faults.some(({ kind }) => kind === 'answer_lost')) return outgoing.destroy();
  const late = faults.map((fault) => (fault.kind === 'late' ? fault.seconds * 1_000 : 0));
  await after(Math.max(0, ...late));
  if (outgoing.destroyed) return answer.destroy();
  const { rawHeaders } = answer;
  const kept = rawHeaders.filter((_, index) => !OF_ONE_CONNECTION.has((rawHeaders[index & ~1] ?? '').toLowerCase()));
  outgoing.writeHead(answer.statusCode ?? 502, header === undefined ? kept : [...kept, header, '1']);
  pipeline(answer, outgoing, () => undefined);
  return outgoing.flushHeaders();
}
