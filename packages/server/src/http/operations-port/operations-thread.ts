import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { type OpsLimits, openOpsDoor } from '../../door/open-ops-door.ts';
import {
  createOperationsServer,
  type OperationsAnswer,
  type OperationsQuestion,
  textOf,
} from './create-operations-server.ts';
import type { HttpTimes } from '../server/http-times.ts';
import { isBeating } from './start-pulse.ts';

/** What the thread is told first. */
export interface OperationsData {
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  readonly times: HttpTimes;
  /** Left out, anybody may connect as often as wanted. */
  readonly limits: OpsLimits | undefined;
  /** Where the rest of the process shows that it works. */
  readonly pulse: SharedArrayBuffer;
  /** How long the event loop may stand still before the process counts as dead. */
  readonly stillAfterMs: number;
  readonly answerWithinMs: number;
  /** What the start is at. */
  readonly starting: string | undefined;
}

/** What the rest of the process sends from then on. */
export type ToOperations =
  | { readonly kind: 'answer'; readonly question: OperationsQuestion; readonly answer: OperationsAnswer }
  /** What the start is at; undefined once it is over. */
  | { readonly kind: 'start'; readonly starting: string | undefined };

/** What this thread sends. */
export type FromOperations =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined }
  | { readonly kind: 'asked'; readonly question: OperationsQuestion }
  | { readonly kind: 'refused'; readonly addresses: readonly string[] };

const TELL_OF_REFUSED_EVERY_MS = 100;

async function runOperations(port: MessagePort): Promise<void> {
  const [data] = (await once(port, 'message')) as [OperationsData];
  const tell = (message: FromOperations): void => port.postMessage(message);
  const ask = createAsking(port, data.answerWithinMs);
  let { starting } = data;
  port.on('message', (message: ToOperations) => {
    if (message.kind === 'start') ({ starting } = message);
  });
  const isAlive = () => isBeating(data.pulse, data.stillAfterMs);
  const { times, names } = data;
  const server = createOperationsServer({ times, names, isAlive, starting: () => starting, ask });
  if (data.limits !== undefined) {
    const onRefused = gather((addresses) => tell({ kind: 'refused', addresses }));
    openOpsDoor(data.limits, onRefused).watch(server);
  }
  server.listen(data.port, data.host);
  try {
    await once(server, 'listening');
    tell({ kind: 'listening', port: (server.address() as AddressInfo).port });
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    tell({ kind: 'failed', message, code });
  }
}

/** Who asks while an answer is on its way gets that one too. */
function createAsking(port: MessagePort, answerWithinMs: number) {
  const asked = new Map<OperationsQuestion, PromiseWithResolvers<OperationsAnswer>>();
  port.on('message', (message: ToOperations) => {
    if (message.kind !== 'answer') return;
    const { question, answer } = message;
    asked.get(question)?.resolve(answer);
    asked.delete(question);
  });
  return async (question: OperationsQuestion): Promise<OperationsAnswer> => {
    let waiting = asked.get(question);
    if (waiting === undefined) {
      waiting = Promise.withResolvers();
      asked.set(question, waiting);
      port.postMessage({ kind: 'asked', question } satisfies FromOperations);
    }
    return await withLimit(waiting.promise, answerWithinMs);
  };
}

async function withLimit(answer: Promise<OperationsAnswer>, ms: number): Promise<OperationsAnswer> {
  const late = Promise.withResolvers<OperationsAnswer>();
  const timer = setTimeout(() => late.resolve(textOf(503, `no answer within ${ms} ms\n`)), ms);
  return await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** Collects what comes in a while: the rest of the process is told of it at once. */
function gather(tell: (addresses: readonly string[]) => void): (address: string) => void {
  let gathered: string[] = [];
  return (address) => {
    if (gathered.length === 0) {
      setTimeout(() => {
        tell(gathered);
        gathered = [];
      }, TELL_OF_REFUSED_EVERY_MS);
    }
    gathered.push(address);
  };
}

if (parentPort !== null) await runOperations(parentPort);
