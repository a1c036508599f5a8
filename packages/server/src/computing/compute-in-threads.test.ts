import { afterEach, describe, expect, it } from 'vitest';
import { StoreFailure } from '../store/store.ts';
import type { Answer } from './answer.ts';
import { computeInThreads, type ComputingThreads } from './compute-in-threads.ts';
import type { ComputedAnswer } from './compute-answers.ts';

// They run in the thread alone: what is here has their names.
const MODULE = `
export const answers = [
  { name: 'waits', async *make(by, input) { Atomics.wait(new Int32Array(input), 0, 0, 20000); yield ['woken']; } },
  { name: 'parts', async *make(by, input) { for (let i = 0; i < input; i += 1) yield [String(i % 10).repeat(40000)]; } },
  { name: 'texts', async *make(by, input) { yield input; } },
  { name: 'refuses', async *make() { throw Object.assign(new Error('x'), { here: () => 1 }); } },
  { name: 'ends', async *make() { process.exit(3); } },
  { name: 'fails', async *make() { setImmediate(() => { throw new Error('nobody catches this'); }); await new Promise(() => {}); } },
];`;
const ANSWERS_URL = new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`);

const named = <Input>(name: string): Answer<Input> => ({
  name,
  async *make() {
    await Promise.reject(new Error(`${name} was computed here`));
    yield [];
  },
});

let computing: ComputingThreads | undefined;
const failures: unknown[] = [];

function open(): ComputingThreads {
  failures.length = 0;
  computing = computeInThreads({
    answersUrl: ANSWERS_URL,
    store: { kind: 'file', databasePath: ':memory:' },
    threads: 1,
    onFailure: (cause) => failures.push(cause),
  });
  return computing;
}
afterEach(() => computing?.close());

const by = { caller: 'a', writtenAs: 'json' } as const;

async function textOf(computed: ComputedAnswer): Promise<string> {
  let text = '';
  for (let part = await computed.next(); part !== undefined; part = await computed.next()) {
    text += new TextDecoder().decode(part);
  }
  return text;
}

describe('answers that are computed in a thread', () => {
  it('hold nobody up here', async () => {
    const { compute } = open();
    const gate = new SharedArrayBuffer(4);
    const waiting = textOf(compute(named('waits'), { ...by, input: gate }));
    // On this event loop, this would come after 20 seconds.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    await expect(waiting).resolves.toBe('woken');
  });

  it('come whole, in order, and no faster than they are taken', async () => {
    const { compute } = open();
    const computed = compute(named('parts'), { ...by, input: 50 });
    const slow = compute(named('parts'), { ...by, input: 1_000 });
    await slow.next();
    const expected = Array.from({ length: 50 }, (_, index) => String(index % 10).repeat(40_000)).join('');
    await expect(textOf(computed)).resolves.toBe(expected);
    slow.stop();
    await expect(slow.next()).resolves.toBeInstanceOf(Uint8Array);
  });

  it('are texts beyond ASCII, and may be empty', async () => {
    const { compute } = open();
    await expect(textOf(compute(named('texts'), { ...by, input: ['Süd', '水', ''] }))).resolves.toBe('Süd水');
    await expect(textOf(compute(named('texts'), { ...by, input: [] }))).resolves.toBe('');
  });

  it('fail alone, with what was thrown', async () => {
    const { compute } = open();
    const failing = textOf(compute(named('refuses'), { ...by, input: undefined }));
    await expect(failing).rejects.toThrow('x');
    await expect(textOf(compute(named('texts'), { ...by, input: ['still there'] }))).resolves.toBe('still there');
    expect(failures).toEqual([]);
  });

  it.each(['ends', 'fails'])('are refused for now when the thread %s, and the next thread computes', async (how) => {
    const { compute } = open();
    const broken = await textOf(compute(named(how), { ...by, input: undefined })).catch((cause: unknown) => cause);
    expect(broken).toBeInstanceOf(StoreFailure);
    expect(broken).toMatchObject({ outcome: 'not-applied', isPassing: true });
    expect(failures).toHaveLength(1);
    await expect(textOf(compute(named('texts'), { ...by, input: ['anew'] }))).resolves.toBe('anew');
  });

  it('are not waited for once they are stopped', async () => {
    const { compute } = open();
    const stopped = compute(named('parts'), { ...by, input: 1_000_000 });
    await stopped.next();
    const waiting = compute(named('waits'), { ...by, input: new SharedArrayBuffer(4) });
    const next = waiting.next();
    waiting.stop();
    await expect(next).rejects.toThrow('nobody waits');
    stopped.stop();
    stopped.stop();
  });
});
