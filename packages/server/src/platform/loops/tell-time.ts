import { type DueStep, type DueWork, type DueWorking, workWhenDue } from './work-when-due.ts';

const PAUSE_MS = 100;
const REST_MS = 5_000;

/** A step of writing one kind of events that come from the clock; the signal ends it early. */
export type ClockStep = DueStep;

export type TimeTelling = Omit<DueWork, 'pauseMs' | 'restMs'>;

/** Takes the steps of each kind when they are due, independent of the other kinds. */
export function tellTime(telling: TimeTelling, kinds: readonly ClockStep[]): DueWorking {
  const walks = kinds.map((step) => workWhenDue({ ...telling, pauseMs: PAUSE_MS, restMs: REST_MS }, step));
  return {
    wake() {
      for (const walk of walks) walk.wake();
    },
    async stop() {
      await Promise.all(walks.map((walk) => walk.stop()));
    },
  };
}
