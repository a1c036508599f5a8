import { beforeEach, describe, expect, it } from 'vitest';
import { storeOfEachTest } from '../../testing/open-test-store.ts';
import { type StoreHealth, watchStoreHealth } from './store-health.ts';

// For a disk that works, however slow it is today.
const PATIENT_MS = 30_000;
const IMPATIENT_MS = 250;

describe('the health of a store', () => {
  let health: StoreHealth;
  let isThrough: Promise<void>;
  let commit: () => void;
  let answerWithinMs: number;

  const opened = storeOfEachTest('SQLite');
  beforeEach(async () => {
    const { store } = opened;
    isThrough = Promise.resolve();
    answerWithinMs = PATIENT_MS;
    const write: typeof store.write = (name, input) => isThrough.then(() => store.write(name, input));
    const { promise: nextCommit, resolve } = Promise.withResolvers<void>();
    commit = resolve;
    health = watchStoreHealth({
      store: { write },
      now: () => 0,
      nextCommit: () => nextCommit,
      get answerWithinMs() {
        return answerWithinMs;
      },
    });
  });

  it('is bad at the first late write, while a node is out at the second in a row', async () => {
    const hung = Promise.withResolvers<void>();
    isThrough = hung.promise;
    answerWithinMs = IMPATIENT_MS;
    await expect(health.probe()).resolves.toBe(false);
    await expect(health.isReady()).resolves.toBe(true);
    await expect(health.probe()).resolves.toBe(false);
    await expect(health.isReady()).resolves.toBe(false);
    hung.resolve();
    answerWithinMs = PATIENT_MS;
    await expect(health.probe()).resolves.toBe(true);
    await expect(health.isReady()).resolves.toBe(true);
    isThrough = new Promise(() => undefined);
    answerWithinMs = IMPATIENT_MS;
    await expect(health.probe()).resolves.toBe(false);
    await expect(health.isReady()).resolves.toBe(true);
  });

  it('is good when the event loop alone was late', async () => {
    answerWithinMs = IMPATIENT_MS;
    const probed = health.probe();
    // The write is on its way to its thread then, to which the processor is left.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, 2_000);
    await expect(probed).resolves.toBe(true);
  });

  it('is good while others write, however long a test write waits behind them', async () => {
    isThrough = new Promise(() => undefined);
    const probed = health.probe();
    commit();
    await expect(probed).resolves.toBe(true);
    expect(health.known()).toBe(true);
  });

  it('is bad once a test write fails, also if others were written meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    isThrough = promise;
    const probed = health.probe();
    commit();
    await expect(probed).resolves.toBe(true);
    reject(new Error('no space'));
    await expect.poll(() => health.known()).toBe(false);
  });

  it('is bad, and a node out, when a write fails', async () => {
    isThrough = Promise.reject(new Error('no connection'));
    await expect(health.probe()).resolves.toBe(false);
    await expect(health.isReady()).resolves.toBe(false);
    isThrough = new Promise(() => undefined);
    answerWithinMs = IMPATIENT_MS;
    await expect(health.probe()).resolves.toBe(false);
    await expect(health.isReady()).resolves.toBe(false);
  });
});
