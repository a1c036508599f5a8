import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { runHere } from '../../testing/run-here.ts';

// What a thread has in the place of an id, once it is over.
const ENDED = -1;

it('ends the threads that it has begun when the environment is wrong', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on('worker', note);
  const { code, error } = await runHere(['serve'], { SETPOINT_HTTP_PORT: 'x' });
  process.off('worker', note);
  expect([code, error]).toEqual([78, expect.stringContaining('SETPOINT_HTTP_PORT: "x" is not')]);
  expect(threads.map(({ threadId }) => threadId)).toEqual([ENDED, ENDED]);
});
