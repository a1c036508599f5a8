import { everyBeat } from '../../platform/loops/every-beat.ts';

/** Where one thread shows to another that its event loop turns. */
export interface Pulse {
  readonly memory: SharedArrayBuffer;
  stop(): void;
}

export function startPulse(everyMs: number): Pulse {
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const beats = new BigInt64Array(memory);
  const beat = () => void Atomics.store(beats, 0, process.hrtime.bigint());
  beat();
  const beating = everyBeat(everyMs, beat);
  return { memory, stop: () => beating.stop() };
}

/** Whether there was a beat of late; all threads of a process have one such clock. */
export function isBeating(memory: SharedArrayBuffer, stillAfterMs: number): boolean {
  const lastAt = Atomics.load(new BigInt64Array(memory), 0);
  return Number(process.hrtime.bigint() - lastAt) < stillAfterMs * 1e6;
}
