import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openReadingStore, type ReadingStoreSettings } from '../store/open-reading-store.ts';
import type { AnyAnswer, WrittenAs } from './answer.ts';
import { carryFailure, type CarriedFailure } from './carried-failure.ts';
import { computeAnswers, type ComputeAnswer, type ComputedAnswer } from './compute-answers.ts';

/** A question as it crosses to the thread: functions cannot, so the name stands for the answer. */
export interface SentQuestion {
  readonly kind: 'ask';
  readonly id: number;
  readonly name: string;
  readonly caller: string;
  readonly writtenAs: WrittenAs;
  readonly input: unknown;
}

/** What the thread knows when it begins. */
export interface ComputingData {
  /** The module that exports `answers`, the list of all answers. */
  readonly answersUrl: string;
  readonly store: ReadingStoreSettings;
}

/** What the thread is told. */
export type ToComputing =
  | SentQuestion
  /** One more part may be sent. */
  | { readonly kind: 'more'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number };

/** What the thread sends. */
export type FromComputing =
  | { readonly kind: 'part'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: CarriedFailure };

/** So many parts of an answer are under way between the threads. */
const PARTS_AHEAD = 2;

interface UnderWay {
  readonly computed: ComputedAnswer;
  allowed: number;
  isSending: boolean;
}

async function runComputing(port: MessagePort, { answersUrl, store: settings }: ComputingData): Promise<void> {
  const { answers } = (await import(answersUrl)) as { readonly answers: readonly AnyAnswer[] };
  const byName = new Map(answers.map((answer) => [answer.name, answer]));
  const store = await openReadingStore(settings);
  const compute = computeAnswers({ store, lanes: store.readsAtOnce });
  const underWay = new Map<number, UnderWay>();

  async function send(id: number, one: UnderWay): Promise<void> {
    one.isSending = true;
    while (one.allowed > 0 && underWay.has(id)) {
      one.allowed -= 1;
      // Encoded for this answer alone, so that it may leave this thread.
      const bytes = (await one.computed.next()) as Uint8Array<ArrayBuffer> | undefined;
      if (!underWay.has(id)) return;
      if (bytes !== undefined) port.postMessage({ kind: 'part', id, bytes } satisfies FromComputing, [bytes.buffer]);
      else end({ kind: 'end', id });
    }
    one.isSending = false;
  }
  function end(last: Exclude<FromComputing, { kind: 'part' }>): void {
    underWay.delete(last.id);
    port.postMessage(last);
  }
  function goOn(id: number, one: UnderWay): void {
    if (one.isSending) return;
    send(id, one).catch((cause: unknown) => {
      if (underWay.has(id)) end({ kind: 'failed', id, failure: carryFailure(cause) });
    });
  }
  port.on('message', (message: ToComputing) => {
    // What was committed before this message left can be read by what it asks for.
    store.readAnew();
    const { id } = message;
    if (message.kind === 'ask') {
      const answer = byName.get(message.name);
      if (answer === undefined) return end({ kind: 'failed', id, failure: unknownAnswer(message) });
      const one = { computed: begin(compute, answer, message), allowed: PARTS_AHEAD, isSending: false };
      underWay.set(id, one);
      return goOn(id, one);
    }
    const one = underWay.get(id);
    if (one === undefined) return;
    if (message.kind === 'more') {
      one.allowed += 1;
      return goOn(id, one);
    }
    underWay.delete(id);
    one.computed.stop();
  });
}

function unknownAnswer({ name }: SentQuestion): CarriedFailure {
  return carryFailure(new Error(`${name} is missing from the answers`));
}

function begin(compute: ComputeAnswer, answer: AnyAnswer, { caller, writtenAs, input }: SentQuestion): ComputedAnswer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who asked had the answer of this name, and its input
  return compute(answer, { caller, writtenAs, input: input as never });
}

if (parentPort !== null) await runComputing(parentPort, workerData as ComputingData);
