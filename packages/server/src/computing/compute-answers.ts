import { hash } from 'node:crypto';
import { AppError } from '@setpoint/contract';
import type { ReadableStore } from '../store/store.ts';
import type { Answer, WrittenAs } from './answer.ts';
import { createLanes } from '../limits/lanes.ts';

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

/** Texts that were made of facts; the ones used last stay. */
export interface TextMemory {
  /** The texts of these very facts, or those that are made now, which are kept once they were made to their end. */
  readonly of: (facts: readonly unknown[], make: () => Iterable<string>) => Iterable<string>;
}

/**
 * Keeps what was computed by all that it was computed from, read anew each time: there is nothing to invalidate. One
 * text has at most a sixteenth of the room.
 */
export function rememberTexts(mostCharacters: number): TextMemory {
  const mostOfOne = mostCharacters / 16;
  const kept = new Map<string, string>();
  let characters = 0;

  function forget(key: string): void {
    characters -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }
  function keep(key: string, text: string): void {
    forget(key);
    kept.set(key, text);
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) return;
      forget(oldest);
    }
  }
  function* made(key: string, texts: Iterable<string>): Generator<string> {
    // Added up one by one, they would be kept as a tree of their parts, of five times their size.
    const parts: string[] = [];
    let length = 0;
    for (const text of texts) {
      length += text.length;
      if (length <= mostOfOne) parts.push(text);
      yield text;
    }
    if (length <= mostOfOne) keep(key, parts.join(''));
  }
  return {
    of(facts, make) {
      const key = hash('sha256', JSON.stringify(facts), 'base64url');
      const known = kept.get(key);
      if (known === undefined) return made(key, make());
      keep(key, known);
      return [known];
    },
  };
}
