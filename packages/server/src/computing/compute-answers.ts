import { AppError } from '@setpoint/contract';
import type { ReadableStore } from '../store/store.ts';
import type { Answer, WrittenAs } from './answer.ts';
import { createLanes } from './lanes.ts';
import { rememberTexts } from './remember-texts.ts';

/** What is asked for, and by whom: those who ask for much wait for themselves. */
interface AskedAnswer<Input> {
  readonly caller: string;
  readonly writtenAs: WrittenAs;
  readonly input: Input;
  /** The question, where several may wait for one answer to it; left out, each has its own. */
  readonly joinedAs?: unknown;
}

/** An answer that is being computed, no faster than it is taken. */
export interface ComputedAnswer {
  /** Its next bytes; undefined behind the last. */
  next(): Promise<Uint8Array | undefined>;
  /** Nobody waits for it any more. */
  stop(): void;
}

/** Computes answers, here or in a thread. */
export type ComputeAnswer = <Input>(answer: Answer<Input>, asked: AskedAnswer<Input>) => ComputedAnswer;

export interface ComputingPlace {
  readonly store: ReadableStore;
  /** How many read and compute at once. */
  readonly lanes: number;
}

const REMEMBERED_CHARACTERS = 16 * 1_024 * 1_024;
const WORTH_SENDING = 32 * 1_024;

/** Computes answers on this thread, part by part, in turns of their callers. */
export function computeAnswers({ store, lanes: most }: ComputingPlace): ComputeAnswer {
  const lanes = createLanes(most);
  const memory = rememberTexts(REMEMBERED_CHARACTERS);
  return (answer, { caller, writtenAs, input }) => {
    let isStopped = false;
    let giveBack = () => {};

    async function take(): Promise<void> {
      giveBack = await lanes.take(caller);
      if (isStopped) throw new AppError('service_unavailable', 'nobody waits for the answer any more');
    }
    async function turn(): Promise<void> {
      giveBack();
      await take();
    }
    const chunks = chunksOf(answer.make({ store, writtenAs, turn, remembered: memory.of }, input));
    return {
      async next() {
        try {
          await take();
          const { done, value } = await chunks.next();
          return done === true ? undefined : value;
        } finally {
          giveBack();
        }
      },
      stop() {
        isStopped = true;
        chunks.return().catch(() => undefined);
      },
    };
  };
}

/** Puts texts together until they are worth a chunk of their own, which can cross to another thread. */
async function* chunksOf(parts: AsyncIterable<Iterable<string>>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let waiting = '';
  for await (const part of parts) {
    for (const text of part) {
      waiting += text;
      if (waiting.length < WORTH_SENDING) continue;
      yield encoder.encode(waiting);
      waiting = '';
    }
  }
  if (waiting !== '') yield encoder.encode(waiting);
}
